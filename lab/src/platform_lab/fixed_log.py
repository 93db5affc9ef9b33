"""The natural logarithm from + - * / only, so that every platform and language gets the same bits."""

import math

LN2_HI = 6.93147180369123816490e-01
LN2_LO = 1.90821492927058770002e-10
L1 = 6.666666666666735130e-01
L2 = 3.999999999940941908e-01
L3 = 2.857142874366239149e-01
L4 = 2.222219843214978396e-01
L5 = 1.818357216161805012e-01
L6 = 1.531383769920937332e-01
L7 = 1.479819860511658591e-01


def log(x: float) -> float:
    m, e = math.frexp(x)
    if m < 0.7071067811865476:
        m = 2 * m
        e = e - 1
    f = m - 1
    s = f / (2 + f)
    z = s * s
    w = z * z
    t1 = w * (L2 + w * (L4 + w * L6))
    t2 = z * (L1 + w * (L3 + w * (L5 + w * L7)))
    r = t2 + t1
    h = (0.5 * f) * f
    return e * LN2_HI - ((h - (s * (h + r) + e * LN2_LO)) - f)
