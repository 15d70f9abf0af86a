// Whether drawing keeps up. Where it does not (no graphics card), shadows go first, then pixels.
'use strict';

class Pace {
  constructor() { this.limit = 120, this.slow = 0; }  // ms
  /// Takes how long a frame took; true when the last three were too slow. Half a minute means that the computer slept.
  tooSlow(ms) {
    this.slow = ms > this.limit && ms < 30000 ? this.slow + 1 : 0;
    if (this.slow < 3) return false;
    this.slow = 0;
    return true;
  }
}

if (typeof module !== 'undefined') module.exports = {Pace};
