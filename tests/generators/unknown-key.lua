-- want:  unknown key 'hunt'; did you mean 'hunts'
return { cases = 1, hunt = "x", hunts = "x", generate = function() end }
-- SPDX-License-Identifier: Apache-2.0
