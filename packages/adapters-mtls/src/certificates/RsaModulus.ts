/** What makes the modulus of an RSA key one that can be factored: pure number theory, over public numbers only. */

/** The primes below a bound (the sieve of Eratosthenes). */
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

/** The first 752 odd primes and more: BR 6.1.6 asks for no factor below 752, and the others cost nothing. */
const smallPrimes = primesBelow(6000).map(BigInt)

/** Whether a small prime divides it. */
export const hasSmallFactor = (modulus: bigint): boolean => smallPrimes.some((prime) => modulus % prime === 0n)

/** The largest number whose `degree`-th power is not above `value` (Newton's method, from above). */
const root = (value: bigint, degree: bigint): bigint => {
  if (value < 2n) return value
  const bits = BigInt(value.toString(2).length)
  let guess = 1n << (bits / degree + 1n)
  for (;;) {
    const next = ((degree - 1n) * guess + value / guess ** (degree - 1n)) / degree
    if (next >= guess) return guess
    guess = next
  }
}

/** Whether it is the square, the cube or any higher power of a number that has no small factor. */
export const isPerfectPower = (modulus: bigint): boolean => {
  const bits = modulus.toString(2).length
  // A base without small factors has more than 12 bits; and what is a power of a composite degree is one of a prime degree.
  return primesBelow(Math.ceil(bits / 12) + 1)
    .map(BigInt)
    .some((degree) => root(modulus, degree) ** degree === modulus)
}

/** How long Fermat's method is tried (BR 6.1.1.3: at least 100 rounds). */
const fermatRounds = 110

/** Whether it is the product of two numbers so close to each other that Fermat's method finds them. */
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

/** The powers of 65537 modulo a prime. */
const powersModulo = (prime: number): ReadonlySet<number> => {
  const generator = 65_537 % prime
  const powers = new Set<number>()
  for (let power = 1; !powers.has(power); power = (power * generator) % prime) powers.add(power)
  return powers
}

/** For each prime to which it is telling: which remainders a modulus of the weak generator leaves. */
const fingerprint = primesBelow(168)
  .slice(1)
  .map((prime) => ({ prime, remainders: powersModulo(prime) }))
  .filter(({ prime, remainders }) => remainders.size < prime - 1)

/**
 * Whether its primes come from the generator of CVE-2017-15361 ("ROCA"), all of which are powers of 65537 modulo a product
 * of small primes. One of a hundred million other moduli looks the same.
 */
export const isOfWeakGenerator = (modulus: bigint): boolean =>
  fingerprint.every(({ prime, remainders }) => remainders.has(Number(modulus % BigInt(prime))))
