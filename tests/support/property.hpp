// Runs a RapidCheck property a given number of times from a fixed seed, and reports the smallest failure.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/detail/TestListenerAdapter.h>

#include <sstream>

namespace scree::test {

template <class Property>
void check_property(int times, Property property) {
  rc::detail::TestParams parameters;
  parameters.seed = 1;
  parameters.maxSuccess = times;
  rc::detail::TestListenerAdapter listener;
  const auto result = rc::detail::checkTestable(property, rc::detail::TestMetadata(), parameters, listener);
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  EXPECT_TRUE(result.template is<rc::detail::SuccessResult>()) << message.str();
}

}  // namespace scree::test
