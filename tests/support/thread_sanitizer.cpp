// Options of every test that is built with the thread sanitizer: it ignores libraries built without it, and
// tests may kill child processes that they forked.
extern "C" const char* __tsan_default_options() {  // NOLINT: the name is the sanitizer's
  return "ignore_noninstrumented_modules=1:die_after_fork=0";
}
