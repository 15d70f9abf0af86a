#include "scree/version.hpp"

#include <cstdio>

int main() { std::printf("scree %s\n", scree::version()); }
