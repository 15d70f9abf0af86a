// Checks if drawing is fast enough. If it is not (no graphics card), the page drops shadows first and then reduces the
// number of pixels.
'use strict';

class Pace {
  constructor() { this.limit = 120, this.slow = 0; }  // ms
  /// True if this frame, which took `ms`, and the two before it were too slow. Ignores frames of over half a minute,
  /// because the computer was asleep.
  tooSlow(ms) {
    this.slow = ms > this.limit && ms < 30000 ? this.slow + 1 : 0;
    if (this.slow < 3) return false;
    this.slow = 0;
    return true;
  }
}

if (typeof module !== 'undefined') module.exports = {Pace};
