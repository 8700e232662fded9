/** Detects RSA moduli that are easy to factor, using only number theory and published numbers. */

const primesBelow = (bound: number): ReadonlyArray<number> => {
  const isComposite = new Uint8Array(bound)
  const primes: Array<number> = []
  for (let candidate = 2; candidate < bound; candidate++) {
    if (isComposite[candidate] === 1) continue
    primes.push(candidate)
    for (let multiple = candidate * candidate; multiple < bound; multiple += candidate) isComposite[multiple] = 1
  }
  return primes
}

/**
 * Returns true if a prime below 6000 divides the modulus. BR 6.1.6 forbids only factors below 752, but checking more
 * primes costs almost nothing.
 */
export const hasSmallFactor = (modulus: bigint): boolean =>
  primesBelow(6000).some((prime) => modulus % BigInt(prime) === 0n)

/** Returns the largest integer whose `degree`-th power is at most `value`, using Newton's method from above. */
const root = (value: bigint, degree: bigint): bigint => {
  if (value < 2n) return value
  // The first guess is the rounded-up root of the leading half of the bits, which is close and never too low.
  const half = BigInt(value.toString(2).length) / degree / 2n
  let guess = half === 0n ? 4n : (root(value >> (half * degree), degree) + 1n) << half
  for (;;) {
    const next = ((degree - 1n) * guess + value / guess ** (degree - 1n)) / degree
    if (next >= guess) return guess
    guess = next
  }
}

export const isPerfectPower = (modulus: bigint): boolean => {
  const bits = modulus.toString(2).length
  // If the modulus is a perfect power, its root has more than 12 bits, because the modulus has no small factors. The
  // exponent is therefore at most a twelfth of the modulus's length in bits. Only prime exponents need checking: for
  // example, a sixth power is also a square.
  return primesBelow(Math.ceil(bits / 12) + 1)
    .map(BigInt)
    .some((degree) => root(modulus, degree) ** degree === modulus)
}

/** The number of rounds of Fermat's method. BR 6.1.1.3 requires at least 100. */
const fermatRounds = 110

export const hasCloseFactors = (modulus: bigint): boolean => {
  const floor = root(modulus, 2n)
  let middle = floor * floor === modulus ? floor : floor + 1n
  for (let round = 0; round < fermatRounds; round++, middle++) {
    const square = middle * middle - modulus
    const distance = root(square, 2n)
    if (distance * distance === square) return true
  }
  return false
}

const powersModulo = (prime: number): ReadonlySet<number> => {
  const generator = 65_537 % prime
  const powers = new Set<number>()
  for (let power = 1; !powers.has(power); power = (power * generator) % prime) powers.add(power)
  return powers
}

/**
 * For each small prime, the remainders that moduli from the ROCA generator can have (see {@link hasRocaWeakness}).
 * Primes that allow every remainder are omitted.
 */
const fingerprint = primesBelow(168)
  .slice(1)
  .map((prime) => ({ prime, remainders: powersModulo(prime) }))
  .filter(({ prime, remainders }) => remainders.size < prime - 1)

/**
 * Returns true if the modulus seems to come from the generator of CVE-2017-15361 ("ROCA"). That generator's primes are
 * powers of 65537 modulo a product of small primes. By chance, about one in a hundred million other moduli also
 * matches.
 */
export const hasRocaWeakness = (modulus: bigint): boolean =>
  fingerprint.every(({ prime, remainders }) => remainders.has(Number(modulus % BigInt(prime))))
