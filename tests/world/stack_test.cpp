#include "scenes.hpp"
