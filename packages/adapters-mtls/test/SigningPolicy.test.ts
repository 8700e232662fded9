/** Which requests are refused, and by which rule: requests of openssl, and of a forger (decisions 15; BR 6.1). */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Result, Schema } from "effect"
import { checkPrimeSync, createPublicKey, generateKeyPairSync, sign } from "node:crypto"
import { SigningPolicy } from "../src/index.ts"
import * as Forge from "./Forge.ts"
import * as Openssl from "./Openssl.ts"

const outcome = (content: Uint8Array | string): string =>
  Result.match(SigningPolicy.judge(typeof content === "string" ? Buffer.from(content) : content), {
    onSuccess: () => "signed",
    onFailure: ({ rule }) => rule
  })

/** A key that nothing is wrong with. */
const { privateKey: good } = generateKeyPairSync("rsa", { modulusLength: 2048 })

/** The next prime from here on. */
const primeFrom = (start: bigint): bigint => {
  let candidate = start | 1n
  while (!checkPrimeSync(candidate)) candidate += 2n
  return candidate
}

describe("a request of openssl", () => {
  const rsa = (bits: number, ...more: ReadonlyArray<string>) => [
    "-newkey",
    "rsa",
    "-pkeyopt",
    `rsa_keygen_bits:${bits}`,
    ...more
  ]

  it.effect.each<{ what: string; parameters: ReadonlyArray<string>; becomes: string }>([
    { what: "RSA of 2048 bits, SHA-256", parameters: rsa(2048, "-sha256"), becomes: "signed" },
    { what: "RSA of 2048 bits, SHA-384", parameters: rsa(2048, "-sha384"), becomes: "signed" },
    { what: "RSA of 2048 bits, SHA-512", parameters: rsa(2048, "-sha512"), becomes: "signed" },
    { what: "in DER", parameters: rsa(2048, "-outform", "DER"), becomes: "signed" },
    { what: "with the label of older software", parameters: rsa(2048, "-newhdr"), becomes: "signed" },
    {
      what: "RSASSA-PSS with SHA-256",
      parameters: rsa(2048, "-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:32"),
      becomes: "signed"
    },
    {
      what: "RSASSA-PSS with SHA-1",
      parameters: rsa(2048, "-sha1", "-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:20"),
      becomes: "WEAK_SIGNATURE"
    },
    {
      what: "RSASSA-PSS with SHA-256, and another hash to make its mask",
      parameters: rsa(
        2048,
        ...["rsa_padding_mode:pss", "rsa_pss_saltlen:32", "rsa_mgf1_md:sha512"].flatMap((option) => ["-sigopt", option])
      ),
      becomes: "WEAK_SIGNATURE"
    },
    { what: "a large exponent", parameters: rsa(2048, "-pkeyopt", "rsa_keygen_pubexp:4294967297"), becomes: "signed" },
    { what: "exponent 3", parameters: rsa(2048, "-pkeyopt", "rsa_keygen_pubexp:3"), becomes: "EXPONENT" },
    { what: "exponent 65535", parameters: rsa(2048, "-pkeyopt", "rsa_keygen_pubexp:65535"), becomes: "EXPONENT" },
    { what: "1024 bits", parameters: rsa(1024), becomes: "KEY_SIZE" },
    { what: "2047 bits", parameters: rsa(2047), becomes: "KEY_SIZE" },
    { what: "2050 bits", parameters: rsa(2050), becomes: "KEY_SIZE" },
    { what: "3072 bits", parameters: rsa(3072), becomes: "KEY_SIZE" },
    { what: "4096 bits", parameters: rsa(4096), becomes: "KEY_SIZE" },
    { what: "SHA-1", parameters: rsa(2048, "-sha1"), becomes: "WEAK_SIGNATURE" },
    { what: "SHA-224", parameters: rsa(2048, "-sha224"), becomes: "WEAK_SIGNATURE" },
    { what: "MD5", parameters: rsa(2048, "-md5"), becomes: "WEAK_SIGNATURE" },
    { what: "EC P-256", parameters: ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"], becomes: "NOT_RSA" },
    { what: "Ed25519", parameters: ["-newkey", "ed25519"], becomes: "NOT_RSA" },
    { what: "a key for RSASSA-PSS only", parameters: ["-newkey", "rsa-pss"], becomes: "NOT_RSA" },
    { what: "a certificate in its place", parameters: rsa(2048, "-x509"), becomes: "NOT_A_REQUEST" },
    {
      what: "asking to be an authority for servers of every name",
      parameters: rsa(
        2048,
        ...["basicConstraints=critical,CA:TRUE", "subjectAltName=DNS:*", "extendedKeyUsage=serverAuth"].flatMap(
          (extension) => ["-addext", extension]
        )
      ),
      becomes: "signed"
    }
  ])("$what: $becomes", ({ becomes, parameters }) =>
    Effect.gen(function* () {
      const openssl = yield* Openssl.make
      openssl.expect("req", "-new", ...parameters, "-nodes", "-keyout", "key", "-subj", "/CN=somebody", "-out", "csr")
      assert.strictEqual(outcome(openssl.read("csr")), becomes)
    })
  )
})

describe("the form of a request", () => {
  const der = Forge.signedRequest(good)
  const pem = (label: string, bytes: Uint8Array = der) =>
    `-----BEGIN ${label}-----\n${Buffer.from(bytes).toString("base64")}\n-----END ${label}-----\n`
  const request = pem("CERTIFICATE REQUEST")

  it.each<{ what: string; content: Uint8Array | string; becomes: string }>([
    { what: "PEM", content: request, becomes: "signed" },
    { what: "PEM with the line ends of Windows", content: request.replaceAll("\n", "\r\n"), becomes: "signed" },
    { what: "PEM with empty lines around", content: `\n\n${request}\n \n`, becomes: "signed" },
    { what: "DER", content: der, becomes: "signed" },
    { what: "nothing", content: "", becomes: "NOT_A_REQUEST" },
    { what: "any text", content: "certificate, please", becomes: "NOT_A_REQUEST" },
    { what: "two requests", content: request + request, becomes: "NOT_A_REQUEST" },
    { what: "text behind the request", content: `${request}x`, becomes: "NOT_A_REQUEST" },
    { what: "text before the request", content: `x${request}`, becomes: "NOT_A_REQUEST" },
    { what: "the key beside it", content: request + pem("PRIVATE KEY"), becomes: "NOT_A_REQUEST" },
    { what: "another label", content: pem("CERTIFICATE"), becomes: "NOT_A_REQUEST" },
    {
      what: "labels that differ",
      content: request.replace("END CERTIFICATE", "END NEW CERTIFICATE"),
      becomes: "NOT_A_REQUEST"
    },
    { what: "DER with a byte behind", content: Buffer.concat([der, Buffer.of(0)]), becomes: "NOT_A_REQUEST" },
    { what: "DER without its last byte", content: der.subarray(0, -1), becomes: "NOT_A_REQUEST" },
    {
      what: "PEM of DER with a byte behind",
      content: pem("CERTIFICATE REQUEST", Buffer.concat([der, Buffer.of(0)])),
      becomes: "NOT_A_REQUEST"
    },
    {
      what: "an element behind the signature",
      content: Forge.signedRequest(good, { more: [Forge.element(0x05)] }),
      becomes: "NOT_A_REQUEST"
    },
    { what: "another version", content: Forge.signedRequest(good, { version: 2n }), becomes: "NOT_A_REQUEST" },
    {
      what: "a length that is written longer than it needs to be",
      content: Buffer.concat([Buffer.of(0x30, 0x83, 0), der.subarray(2)]),
      becomes: "NOT_A_REQUEST"
    },
    {
      what: "a length of less than 128 that is written in two bytes",
      content: Forge.signedRequest(good, { attributes: Uint8Array.of(0xa0, 0x81, 0x02, 0x30, 0x00) }),
      becomes: "NOT_A_REQUEST"
    },
    {
      what: "no place for attributes",
      content: Forge.signedRequest(good, { attributes: new Uint8Array(0) }),
      becomes: "NOT_A_REQUEST"
    },
    {
      what: "a length that is left open",
      content: Buffer.concat([Buffer.of(0x30, 0x80), der.subarray(4), Buffer.of(0, 0)]),
      becomes: "NOT_A_REQUEST"
    },
    { what: "as many bytes as there may be, of nothing", content: " ".repeat(16_384), becomes: "NOT_A_REQUEST" },
    { what: "one byte more", content: " ".repeat(16_385), becomes: "TOO_LARGE" },
    { what: "a good request in a megabyte", content: request.padEnd(1_000_000), becomes: "TOO_LARGE" }
  ])("$what: $becomes", ({ becomes, content }) => {
    assert.strictEqual(outcome(content), becomes)
  })

  it.prop(
    "is never that of a good one with one byte changed",
    {
      place: Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: der.length - 1 }))),
      change: Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 255 })))
    },
    ({ change, place }) => {
      const changed = Uint8Array.from(der)
      changed[place] = (changed[place] ?? 0) ^ change
      assert.notStrictEqual(outcome(changed), "signed")
    },
    { arbitrary: { runs: 500 } }
  )

  it.prop(
    "is not that of any bytes",
    { bytes: Arbitrary.array(Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))) },
    ({ bytes }) => {
      assert.strictEqual(outcome(Uint8Array.from(bytes)), "NOT_A_REQUEST")
      assert.strictEqual(outcome(Forge.element(0x30, Uint8Array.from(bytes))), "NOT_A_REQUEST")
    },
    { arbitrary: { runs: 500 } }
  )
})

describe("the proof that the sender has the key", () => {
  const { privateKey: another } = generateKeyPairSync("rsa", { modulusLength: 2048 })

  it.each<{ what: string; content: Uint8Array; becomes: string }>([
    {
      what: "signed by another key",
      content: Forge.signedRequest(good, { sign: (info) => sign("sha256", info, another) }),
      becomes: "WRONG_SIGNATURE"
    },
    {
      what: "signed by another hash than it says",
      content: Forge.signedRequest(good, { sign: (info) => sign("sha512", info, good) }),
      becomes: "WRONG_SIGNATURE"
    },
    {
      what: "a signature of something else",
      content: Forge.signedRequest(good, { sign: () => sign("sha256", Buffer.from("another"), good) }),
      becomes: "WRONG_SIGNATURE"
    },
    {
      what: "no signature",
      content: Forge.signedRequest(good, { sign: () => new Uint8Array(0) }),
      becomes: "WRONG_SIGNATURE"
    },
    {
      what: "a SHA-256 signature that is called SHA-1",
      content: Forge.signedRequest(good, { algorithm: Forge.sha1WithRsa }),
      becomes: "WEAK_SIGNATURE"
    },
    {
      what: "an algorithm that nobody knows",
      content: Forge.signedRequest(good, {
        algorithm: Forge.element(0x30, Forge.element(0x06, Buffer.of(0x2a, 0x03)))
      }),
      becomes: "WEAK_SIGNATURE"
    },
    {
      what: "an algorithm with parameters that it does not have",
      content: Forge.signedRequest(good, {
        algorithm: Forge.element(
          0x30,
          Buffer.from(Forge.sha256WithRsa).subarray(2, -2),
          Forge.element(0x02, Buffer.of(1))
        )
      }),
      becomes: "WEAK_SIGNATURE"
    }
  ])("$what: $becomes", ({ becomes, content }) => {
    assert.strictEqual(outcome(content), becomes)
  })
})

describe("a key that can be broken", () => {
  const p = Forge.primeOf(1024)
  const q = Forge.primeOf(1024)

  it("is refused where its factors are close to each other, also when it signs in earnest", () => {
    const close = Forge.keyOf(p, primeFrom(p + 2n ** 400n))
    assert.strictEqual(outcome(Forge.signedRequest(close)), "CLOSE_PRIMES")
  })

  it("is refused where Fermat's method takes a hundred rounds, and not where it takes many more", () => {
    // With a difference of 2d, the method takes d^2 / 2p rounds.
    const after = (rounds: bigint) => p * primeFrom(p + Forge.squareRoot(8n * rounds * p))
    assert.strictEqual(SigningPolicy.brokenByKey({ modulus: after(90n), exponent: 65_537n }), "CLOSE_PRIMES")
    assert.isUndefined(SigningPolicy.brokenByKey({ modulus: after(1_000n), exponent: 65_537n }))
  })

  it("is refused where it comes from the generator of CVE-2017-15361, also when it signs in earnest", () => {
    // Its primes are k * M + (65537^a mod M), where M is the product of the first 126 primes.
    const primes: Array<bigint> = []
    for (let candidate = 2n; primes.length < 126; candidate++) {
      if (primes.every((prime) => candidate % prime !== 0n)) primes.push(candidate)
    }
    const product = primes.reduce((product, prime) => product * prime, 1n)
    const weakPrime = (start: bigint): bigint => {
      // As large as lets the product of two have 2048 bits.
      const k = (3n << 1022n) / product + start
      for (let a = start; ; a++) {
        const candidate = k * product + Forge.power(65_537n, a, product)
        if (checkPrimeSync(candidate)) return candidate
      }
    }
    const weak = Forge.keyOf(weakPrime(12_345n), weakPrime(987_654_321n))
    assert.strictEqual(outcome(Forge.signedRequest(weak)), "WEAK_GENERATOR")
  })

  it.each<{ what: string; modulus: () => bigint; exponent?: bigint; becomes: string }>([
    { what: "an even modulus", modulus: () => p * q - 1n, becomes: "EVEN_MODULUS" },
    { what: "the factor 3", modulus: () => 3n * Forge.primeOf(2046), becomes: "SMALL_FACTOR" },
    { what: "the factor 751", modulus: () => 751n * Forge.primeOf(2038), becomes: "SMALL_FACTOR" },
    { what: "the factor 5953", modulus: () => 5953n * Forge.primeOf(2035), becomes: "SMALL_FACTOR" },
    { what: "the square of a prime", modulus: () => p * p, becomes: "PERFECT_POWER" },
    { what: "the cube of a prime", modulus: () => primeFrom(2n ** 682n + 2n ** 681n) ** 3n, becomes: "PERFECT_POWER" },
    {
      what: "the eleventh power",
      modulus: () => primeFrom((2n ** 186n * 107n) / 100n) ** 11n,
      becomes: "PERFECT_POWER"
    },
    { what: "an even exponent", modulus: () => p * q, exponent: 65_538n, becomes: "EXPONENT" },
    { what: "exponent 1", modulus: () => p * q, exponent: 1n, becomes: "EXPONENT" },
    { what: "exponent 2^256 + 1", modulus: () => p * q, exponent: 2n ** 256n + 1n, becomes: "EXPONENT" },
    { what: "a modulus of 2049 bits", modulus: () => p * q * 2n + 1n, becomes: "KEY_SIZE" }
  ])("is refused, before its signature is looked at: $what", ({ becomes, exponent = 65_537n, modulus }) => {
    assert.strictEqual(outcome(Forge.request({ spki: Forge.spkiOf(modulus(), exponent) })), becomes)
  })

  it("is the only kind that is refused: the numbers of good keys break no rule", () => {
    for (let i = 0; i < 20; i++) {
      const [modulus, exponent] = [Forge.primeOf(1024) * Forge.primeOf(1024), i % 2 === 0 ? 65_537n : 2n ** 256n - 1n]
      assert.isUndefined(SigningPolicy.brokenByKey({ modulus, exponent }))
    }
  })
})

describe("a public key", () => {
  const { e = "", n = "" } = createPublicKey(good).export({ format: "jwk" })
  const number = (text: string) => BigInt(`0x${Buffer.from(text, "base64url").toString("hex")}`)

  it.each<{ what: string; spki: Uint8Array; becomes: string }>([
    { what: "as everybody writes it", spki: Forge.spkiOf(number(n), number(e)), becomes: "signed" },
    {
      what: "without the parameters of its algorithm",
      spki: Forge.spkiOf(number(n), number(e), []),
      becomes: "NOT_A_REQUEST"
    },
    { what: "of negative numbers", spki: Forge.spkiOf(-number(n), number(e)), becomes: "NOT_A_REQUEST" }
  ])("$what: $becomes", ({ becomes, spki }) => {
    assert.strictEqual(outcome(Forge.signedRequest(good, { spki })), becomes)
  })
})

describe("a client's id", () => {
  it.each([
    ["demo", true],
    ["019ab0c4-7d2e-7c61-9f0a-3d5c1e8f7a6b", true],
    ['Försäkring & Co = #1, \\ "x" + 保險 😀', true],
    ["x".repeat(64), true],
    ["x".repeat(65), false],
    ["", false],
    [" demo", false],
    ["demo\n", false],
    ["de\u0000mo", false],
    ["de\u2028mo", false],
    ["\ud800", false]
  ])("%j can be the name in a certificate: %s", (id, canBe) => {
    assert.strictEqual(SigningPolicy.canBeName(id), canBe)
  })
})
