-- want: 3: unexpected symbol near '}'
return {
    cases = }
-- SPDX-License-Identifier: Apache-2.0
