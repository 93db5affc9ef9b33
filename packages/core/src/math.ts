/**
 * The natural logarithm from + - * / alone: every platform and the Python lab get the same bits, which
 * Math.log does not promise. The scheme (fdlibm's) is written out in docs/strategies.md; coefficients and
 * evaluation order must stay exactly as they are.
 */

const LN2_HI = 0.6931471803691238;
const LN2_LO = 1.9082149292705877e-10;
const L1 = 0.6666666666666735;
const L2 = 0.3999999999940942;
const L3 = 0.2857142874366239;
const L4 = 0.22222198432149784;
const L5 = 0.1818357216161805;
const L6 = 0.15313837699209373;
const L7 = 0.14798198605116586;

const SQRT_HALF = Math.SQRT1_2;
const SMALLEST_NORMAL = 2.2250738585072014e-308;
const TWO_TO_54 = 18014398509481984;

const bits = new DataView(new ArrayBuffer(8));

/** Natural logarithm of a finite, positive number; anything else is a defect of the caller. */
export function log(x: number): number {
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) throw new RangeError(`log of ${x}`);
  const isSubnormal = x < SMALLEST_NORMAL;
  bits.setFloat64(0, isSubnormal ? x * TWO_TO_54 : x);
  const high = bits.getUint32(0);
  let exponent = (high >>> 20) - 1022 - (isSubnormal ? 54 : 0);
  bits.setUint32(0, (high & 0x000fffff) | 0x3fe00000);
  let mantissa = bits.getFloat64(0); // in [0.5, 1), x = mantissa × 2^exponent
  if (mantissa < SQRT_HALF) {
    mantissa *= 2;
    exponent -= 1;
  }
  return logNearOne(mantissa, exponent);
}

function logNearOne(mantissa: number, exponent: number): number {
  const f = mantissa - 1;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const t1 = w * (L2 + w * (L4 + w * L6));
  const t2 = z * (L1 + w * (L3 + w * (L5 + w * L7)));
  const r = t2 + t1;
  const h = 0.5 * f * f;
  return exponent * LN2_HI - (h - (s * (h + r) + exponent * LN2_LO) - f);
}
