/**
 * Tests the signing rules with requests from openssl and with forged requests, grouped by the rule that they break
 * (spec 5.3; BR 6.1).
 */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Result, Schema } from "effect"
import { checkPrimeSync, createPublicKey, generateKeyPairSync, sign } from "node:crypto"
import { SigningPolicy } from "../src/index.ts"
import * as ForgedRequests from "./ForgedRequests.ts"
import * as Openssl from "./Openssl.ts"
import { test } from "./TestServices.ts"

const judge = (content: Uint8Array | string): string =>
  Result.match(SigningPolicy.check(typeof content === "string" ? Buffer.from(content) : content), {
    onSuccess: () => "signed",
    onFailure: ({ rule }) => rule
  })

/** Requests by title, grouped by the rule that rejects them. Valid requests are under `signed`. */
type Rows<Request> = Partial<Record<"signed" | SigningPolicy.RuleName, Readonly<Record<string, Request>>>>

const check = <Request>(rows: Rows<Request>, contentOf: (request: Request) => Uint8Array | string): void => {
  for (const [verdict, requests] of Object.entries(rows)) {
    for (const [title, request] of Object.entries(requests)) {
      it(`${title}: ${verdict}`, () => assert.strictEqual(judge(contentOf(request)), verdict))
    }
  }
}

/** How many damaged files each property test tries. */
const runs = process.env["CI"] === "true" ? 500 : 100

const { privateKey: good } = generateKeyPairSync("rsa", { modulusLength: 2048 })

const primeFrom = (start: bigint): bigint => {
  let candidate = start | 1n
  while (!checkPrimeSync(candidate)) candidate += 2n
  return candidate
}

/** Reuses the good key, because generating another would take longer than the rest of the test. */
const own = (...more: ReadonlyArray<string>) => ["-key", "own", ...more]
const rsa = (bits: number, ...more: ReadonlyArray<string>) =>
  ["-newkey", "rsa", "-pkeyopt", `rsa_keygen_bits:${bits}`].concat(more)
const pss = (...options: ReadonlyArray<string>) =>
  ["rsa_padding_mode:pss", ...options].flatMap((option) => ["-sigopt", option])
const extended = (...extensions: ReadonlyArray<string>) => extensions.flatMap((extension) => ["-addext", extension])

describe("a request from openssl", () => {
  const rows: Rows<ReadonlyArray<string>> = {
    signed: {
      "RSA of 2048 bits, SHA-256": own("-sha256"),
      "RSA of 2048 bits, SHA-384": own("-sha384"),
      "RSA of 2048 bits, SHA-512": own("-sha512"),
      "in DER": own("-outform", "DER"),
      "with the label of older software": own("-newhdr"),
      "RSASSA-PSS with SHA-256": own(...pss("rsa_pss_saltlen:32")),
      "a large exponent": rsa(2048, "-pkeyopt", "rsa_keygen_pubexp:4294967297"),
      "with extensions that ask for an authority": own(
        ...extended("basicConstraints=critical,CA:TRUE", "subjectAltName=DNS:*", "extendedKeyUsage=serverAuth")
      )
    },
    WEAK_SIGNATURE: {
      "RSASSA-PSS with SHA-1": own("-sha1", ...pss("rsa_pss_saltlen:20")),
      "RSASSA-PSS with SHA-256, and SHA-512 for its mask": own(...pss("rsa_pss_saltlen:32", "rsa_mgf1_md:sha512")),
      "SHA-1": own("-sha1"),
      "SHA-224": own("-sha224"),
      MD5: own("-md5")
    },
    EXPONENT: {
      "exponent 3": rsa(2048, "-pkeyopt", "rsa_keygen_pubexp:3"),
      "exponent 65535": rsa(2048, "-pkeyopt", "rsa_keygen_pubexp:65535")
    },
    KEY_SIZE: Object.fromEntries([1024, 2047, 2050, 3072].map((bits) => [`${bits} bits`, rsa(bits)])),
    NOT_RSA: {
      "EC P-256": ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
      Ed25519: ["-newkey", "ed25519"],
      "a key for RSASSA-PSS only": ["-newkey", "rsa-pss"]
    },
    NOT_A_REQUEST: { "a certificate": own("-x509") }
  }

  for (const [verdict, requests] of Object.entries(rows)) {
    for (const [title, parameters] of Object.entries(requests)) {
      test(`${title}: ${verdict}`, function* () {
        const openssl = yield* Openssl.make
        openssl.write("own", good.export({ type: "pkcs8", format: "pem" }))
        openssl.expect("req", "-new", ...parameters, "-nodes", "-keyout", "key", "-subj", "/CN=somebody", "-out", "csr")
        assert.strictEqual(judge(openssl.read("csr")), verdict)
      })
    }
  }
})

describe("a request file", () => {
  const der = ForgedRequests.signedRequest(good)
  const pem = (label: string, bytes: Uint8Array = der) =>
    `-----BEGIN ${label}-----\n${Buffer.from(bytes).toString("base64")}\n-----END ${label}-----\n`
  const request = pem("CERTIFICATE REQUEST")
  const byteBehind = Buffer.concat([der, Buffer.of(0)])

  const rows: Rows<Uint8Array | string> = {
    signed: {
      PEM: request,
      "PEM with Windows line ends": request.replaceAll("\n", "\r\n"),
      "PEM between empty lines": `\n\n${request}\n \n`,
      DER: der
    },
    NOT_A_REQUEST: {
      empty: "",
      "other text": "certificate, please",
      "two requests": request + request,
      "text after the request": `${request}x`,
      "text before the request": `x${request}`,
      "the key after the request": request + pem("PRIVATE KEY"),
      "another label": pem("CERTIFICATE"),
      "different labels at start and end": request.replace("END CERTIFICATE", "END NEW CERTIFICATE"),
      "DER and another byte": byteBehind,
      "DER without its last byte": der.subarray(0, -1),
      "PEM of DER and another byte": pem("CERTIFICATE REQUEST", byteBehind),
      "an element after the signature": ForgedRequests.signedRequest(good, { more: [ForgedRequests.element(0x05)] }),
      "another version": ForgedRequests.signedRequest(good, { version: 2n }),
      "a length with a leading zero": Buffer.concat([Buffer.of(0x30, 0x83, 0), der.subarray(2)]),
      "a length below 128 in two bytes": ForgedRequests.signedRequest(good, {
        attributes: Uint8Array.of(0xa0, 0x81, 0x02, 0x30, 0x00)
      }),
      "no attributes element": ForgedRequests.signedRequest(good, { attributes: new Uint8Array(0) }),
      "an indefinite length": Buffer.concat([Buffer.of(0x30, 0x80), der.subarray(4), Buffer.of(0, 0)]),
      "the maximum size, only spaces": " ".repeat(16_384)
    },
    TOO_LARGE: {
      "one byte over the maximum": " ".repeat(16_385),
      "a good request padded to a megabyte": request.padEnd(1_000_000)
    }
  }
  check(rows, (content) => content)

  it.prop(
    "is rejected if any byte of a good request is changed",
    {
      place: Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: der.length - 1 }))),
      change: Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 255 })))
    },
    ({ change, place }) => {
      const changed = Uint8Array.from(der)
      changed[place] = (changed[place] ?? 0) ^ change
      assert.notStrictEqual(judge(changed), "signed")
    },
    { arbitrary: { runs } }
  )

  it.prop(
    "is rejected if it consists of random bytes",
    { bytes: Arbitrary.array(Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))) },
    ({ bytes }) => {
      assert.strictEqual(judge(Uint8Array.from(bytes)), "NOT_A_REQUEST")
      assert.strictEqual(judge(ForgedRequests.element(0x30, Uint8Array.from(bytes))), "NOT_A_REQUEST")
    },
    { arbitrary: { runs } }
  )
})

describe("the proof of possession", () => {
  const { privateKey: another } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const number = ForgedRequests.element(0x02, Buffer.of(1))
  const rsaWithNumber = ForgedRequests.element(0x30, Buffer.from(ForgedRequests.sha256WithRsa).subarray(2, -2), number)

  const rows: Rows<Partial<ForgedRequests.RequestParts>> = {
    WRONG_SIGNATURE: {
      "signed by another key": { sign: (info) => sign("sha256", info, another) },
      "signed with a hash other than the declared hash": { sign: (info) => sign("sha512", info, good) },
      "a signature of other data": { sign: () => sign("sha256", Buffer.from("another"), good) },
      "no signature": { sign: () => new Uint8Array(0) }
    },
    WEAK_SIGNATURE: {
      "a SHA-256 signature labeled SHA-1": { algorithm: ForgedRequests.sha1WithRsa },
      "an unknown algorithm": {
        algorithm: ForgedRequests.element(0x30, ForgedRequests.element(0x06, Buffer.of(0x2a, 0x03)))
      },
      "an algorithm with unexpected parameters": { algorithm: rsaWithNumber }
    }
  }
  check(rows, (parts) => ForgedRequests.signedRequest(good, parts))
})

describe("a weak key", () => {
  const p = ForgedRequests.primeOf(1024)
  const q = ForgedRequests.primeOf(1024)

  it("is rejected if its factors are close, even with a valid signature", () => {
    const close = ForgedRequests.keyOf(p, primeFrom(p + 2n ** 400n))
    assert.strictEqual(judge(ForgedRequests.signedRequest(close)), "CLOSE_PRIMES")
  })

  it("is rejected if Fermat's method factors it in ninety rounds, but not in a thousand", () => {
    // If the factors differ by 2d, Fermat's method takes d^2 / 2p rounds.
    const after = (rounds: bigint) => p * primeFrom(p + (BigInt(Math.sqrt(Number((8n * rounds * p) >> 512n))) << 256n))
    assert.strictEqual(SigningPolicy.violatedKeyRuleOf({ modulus: after(90n), exponent: 65_537n }), "CLOSE_PRIMES")
    assert.isUndefined(SigningPolicy.violatedKeyRuleOf({ modulus: after(1_000n), exponent: 65_537n }))
  })

  it("is rejected if it comes from the generator of CVE-2017-15361, even with a valid signature", () => {
    // The vulnerable generator's primes have the form k * M + (65537^a mod M), where M is the product of the first 126
    // primes.
    const primes: Array<bigint> = []
    for (let candidate = 2n; primes.length < 126; candidate++) {
      if (primes.every((prime) => candidate % prime !== 0n)) primes.push(candidate)
    }
    const product = primes.reduce((product, prime) => product * prime, 1n)
    const weakPrime = (start: bigint): bigint => {
      // Large enough that the product of two such primes has 2048 bits.
      const k = (3n << 1022n) / product + start
      for (let a = start; ; a++) {
        const candidate = k * product + ForgedRequests.power(65_537n, a, product)
        if (checkPrimeSync(candidate)) return candidate
      }
    }
    const weak = ForgedRequests.keyOf(weakPrime(12_345n), weakPrime(987_654_321n))
    assert.strictEqual(judge(ForgedRequests.signedRequest(weak)), "WEAK_GENERATOR")
  })

  /**
   * A prime whose highest bits are all set. The moduli below multiply it by a second prime, because generating one
   * large prime takes far longer than generating two of half its length.
   */
  const high = primeFrom(2n ** 1024n - 2n ** 1000n)
  const exponent = (value: bigint) => () => ForgedRequests.spkiOf(p * q, value)
  const modulus = (value: () => bigint) => () => ForgedRequests.spkiOf(value(), 65_537n)
  const rows: Rows<() => Uint8Array> = {
    EVEN_MODULUS: { "an even modulus": modulus(() => p * q - 1n) },
    SMALL_FACTOR: {
      "the factor 3": modulus(() => 3n * high * ForgedRequests.primeOf(1022)),
      "the factor 751": modulus(() => 751n * high * ForgedRequests.primeOf(1014)),
      "the factor 5953": modulus(() => 5953n * high * ForgedRequests.primeOf(1011))
    },
    PERFECT_POWER: {
      "the square of a prime": modulus(() => p * p),
      "the cube of a prime": modulus(() => primeFrom(2n ** 682n + 2n ** 681n) ** 3n),
      "the eleventh power": modulus(() => primeFrom((2n ** 186n * 107n) / 100n) ** 11n)
    },
    EXPONENT: {
      "an even exponent": exponent(65_538n),
      "exponent 1": exponent(1n),
      "exponent 2^256 + 1": exponent(2n ** 256n + 1n)
    },
    KEY_SIZE: { "a modulus of 2049 bits": modulus(() => p * q * 2n + 1n) }
  }
  describe("is rejected before its signature is verified", () => {
    check(rows, (spki) => ForgedRequests.request({ spki: spki() }))
  })

  it("is not mistaken for a good key: the numbers of good keys break no rule", () => {
    const primes = [p, q, ...Array.from({ length: 5 }, () => ForgedRequests.primeOf(1024))]
    const moduli = primes.flatMap((one, index) => primes.slice(index + 1).map((another) => one * another))
    for (const [index, modulus] of moduli.entries()) {
      const exponent = index % 2 === 0 ? 65_537n : 2n ** 256n - 1n
      assert.isUndefined(SigningPolicy.violatedKeyRuleOf({ modulus, exponent }))
    }
  })
})

describe("a public key", () => {
  const { e = "", n = "" } = createPublicKey(good).export({ format: "jwk" })
  const number = (text: string) => BigInt(`0x${Buffer.from(text, "base64url").toString("hex")}`)

  const rows: Rows<Uint8Array> = {
    signed: { "in the usual encoding": ForgedRequests.spkiOf(number(n), number(e)) },
    NOT_A_REQUEST: {
      "without algorithm parameters": ForgedRequests.spkiOf(number(n), number(e), []),
      "with a negative modulus": ForgedRequests.spkiOf(-number(n), number(e))
    }
  }
  check(rows, (spki) => ForgedRequests.signedRequest(good, { spki }))
})

describe("a client ID", () => {
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
    assert.strictEqual(SigningPolicy.isValidCommonName(id), canBe)
  })
})
