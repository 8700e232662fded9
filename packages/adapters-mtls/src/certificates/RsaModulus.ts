/** Detects RSA moduli that are easy to factor. The checks use only number theory and published numbers. */

/** Returns the primes below a bound, by the sieve of Eratosthenes. */
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
 * Returns true if a prime below 6000 divides the modulus. BR 6.1.6 only forbids factors below 752, but checking larger
 * factors costs almost nothing.
 */
export const hasSmallFactor = (modulus: bigint): boolean =>
  primesBelow(6000).some((prime) => modulus % BigInt(prime) === 0n)

/** Returns the largest number whose `degree`-th power is at most `value`, by Newton's method from above. */
const root = (value: bigint, degree: bigint): bigint => {
  if (value < 2n) return value
  // The first guess is the root of the leading half of the bits, rounded up. It is close, and never too low.
  const half = BigInt(value.toString(2).length) / degree / 2n
  let guess = half === 0n ? 4n : (root(value >> (half * degree), degree) + 1n) << half
  for (;;) {
    const next = ((degree - 1n) * guess + value / guess ** (degree - 1n)) / degree
    if (next >= guess) return guess
    guess = next
  }
}

/** Returns true if the modulus is a square, cube or higher power of a number without small factors. */
export const isPerfectPower = (modulus: bigint): boolean => {
  const bits = modulus.toString(2).length
  // Numbers without small factors have more than 12 bits, which limits the degree. It is enough to try prime degrees,
  // because, for example, a sixth power is also a square.
  return primesBelow(Math.ceil(bits / 12) + 1)
    .map(BigInt)
    .some((degree) => root(modulus, degree) ** degree === modulus)
}

/** How many rounds of Fermat's method to try (BR 6.1.1.3: at least 100). */
const fermatRounds = 110

/** Returns true if the two factors are so close together that Fermat's method finds them. */
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

/** Returns the powers of 65537 modulo a prime. */
const powersModulo = (prime: number): ReadonlySet<number> => {
  const generator = 65_537 % prime
  const powers = new Set<number>()
  for (let power = 1; !powers.has(power); power = (power * generator) % prime) powers.add(power)
  return powers
}

/**
 * The remainders that moduli from the weak generator can have when they are divided by small primes. Primes that allow
 * every remainder are left out.
 */
const fingerprint = primesBelow(168)
  .slice(1)
  .map((prime) => ({ prime, remainders: powersModulo(prime) }))
  .filter(({ prime, remainders }) => remainders.size < prime - 1)

/**
 * Returns true if a modulus seems to come from the generator of CVE-2017-15361 ("ROCA"), whose primes are powers of
 * 65537 modulo a product of small primes. About one in a hundred million other moduli also matches, by chance.
 */
export const hasRocaWeakness = (modulus: bigint): boolean =>
  fingerprint.every(({ prime, remainders }) => remainders.has(Number(modulus % BigInt(prime))))
