/**
 * What is not signed, and by which rule (spec 5; decisions 15). BR: the CA/Browser Forum's Baseline Requirements, which bind
 * public authorities; a private one does well to refuse what they refuse.
 */
import { Option, Result, Schema } from "effect"
import * as CertificateRequest from "./CertificateRequest.ts"
import * as RsaModulus from "../certificates/RsaModulus.ts"
import * as SignatureAlgorithm from "../certificates/SignatureAlgorithm.ts"

/** The largest request that is read, in bytes. One of 2048 bits has about a thousand. */
export const maximumBytes = 16 * 1024

const keyBits = 2048
const exponentMinimum = 2n ** 16n + 1n
const exponentMaximum = 2n ** 256n - 1n

interface Rule {
  readonly says: string
  readonly source: string
}

/** Every rule by which a request is refused: what it says, and where it comes from. */
export const rules = {
  TOO_LARGE: { says: `a request has at most ${maximumBytes} bytes`, source: "decisions 15" },
  NOT_A_REQUEST: {
    says: "a file is one PKCS #10 request, in PEM or DER, and nothing beside it",
    source: "RFC 2986 §4; RFC 7468 §7"
  },
  NOT_RSA: { says: "the key is an RSA key", source: "spec 5" },
  KEY_SIZE: { says: `the key has exactly ${keyBits} bits`, source: "spec 5; spec 8" },
  EXPONENT: { says: "the exponent is odd, and between 2^16 + 1 and 2^256 - 1", source: "BR 6.1.6" },
  EVEN_MODULUS: { says: "the modulus is odd", source: "BR 6.1.6" },
  SMALL_FACTOR: { says: "the modulus has no small factor", source: "BR 6.1.6" },
  PERFECT_POWER: { says: "the modulus is not the power of a number", source: "BR 6.1.6" },
  CLOSE_PRIMES: { says: "the primes of the modulus are not close to each other", source: "BR 6.1.1.3" },
  WEAK_GENERATOR: { says: "the key is not of the generator of CVE-2017-15361 (ROCA)", source: "BR 6.1.1.3" },
  WEAK_SIGNATURE: {
    says: "the request is signed with SHA-256, SHA-384 or SHA-512",
    source: "decisions 15; BR 7.1.3.2"
  },
  WRONG_SIGNATURE: {
    says: "the request is signed by the private half of its key, as proof that its sender has it",
    source: "RFC 2986 §3; decisions 15"
  },
  CLIENT_ID: {
    says: "the client's id, the name in the certificate, has 1 to 64 visible characters",
    source: "RFC 5280 appendix A, ub-common-name"
  },
  COMPROMISED_KEY: {
    says: "a key of which a certificate was revoked as compromised is not certified again",
    source: "BR 6.1.1.3"
  }
} as const satisfies Readonly<Record<string, Rule>>

export type RuleName = keyof typeof rules

const ruleNames = Object.keys(rules) as ReadonlyArray<RuleName> // the keys of a constant

/** The request is not signed. The message says by which rule. */
export class RequestRefused extends Schema.TaggedError<RequestRefused>()("RequestRefused", {
  rule: Schema.Literals(ruleNames),
  message: Schema.String
}) {}

/** The refusal by a rule. */
export const refusalBy = (rule: RuleName): RequestRefused =>
  new RequestRefused({ rule, message: `${rule}: ${rules[rule].says} (${rules[rule].source})` })

/** What is asked of the numbers of a key, in this order: the cheap questions first. */
const keyRules: ReadonlyArray<readonly [RuleName, (key: CertificateRequest.RsaNumbers) => boolean]> = [
  ["KEY_SIZE", ({ modulus }) => modulus.toString(2).length === keyBits],
  ["EXPONENT", ({ exponent }) => exponent % 2n === 1n && exponent >= exponentMinimum && exponent <= exponentMaximum],
  ["EVEN_MODULUS", ({ modulus }) => modulus % 2n === 1n],
  ["SMALL_FACTOR", ({ modulus }) => !RsaModulus.hasSmallFactor(modulus)],
  ["PERFECT_POWER", ({ modulus }) => !RsaModulus.isPerfectPower(modulus)],
  ["CLOSE_PRIMES", ({ modulus }) => !RsaModulus.hasCloseFactors(modulus)],
  ["WEAK_GENERATOR", ({ modulus }) => !RsaModulus.isOfWeakGenerator(modulus)]
]

/** The rule that the numbers of a key break, if they break one. */
export const brokenByKey = (key: CertificateRequest.RsaNumbers): RuleName | undefined =>
  keyRules.find(([, isKept]) => !isKept(key))?.[0]

const brokenBy = ({ algorithm, publicKey, rsa, signature, signed }: CertificateRequest.CertificateRequest) => {
  if (Option.isNone(rsa)) return "NOT_RSA"
  const broken = brokenByKey(rsa.value)
  if (broken !== undefined) return broken
  if (Option.isNone(algorithm)) return "WEAK_SIGNATURE"
  return SignatureAlgorithm.holds(algorithm.value, publicKey, signed, signature) ? undefined : "WRONG_SIGNATURE"
}

/** Reads what a client sent in: the request, or by which rule it is refused. Of the request, only the key is ever used. */
export const judge = (content: Uint8Array): Result.Result<CertificateRequest.CertificateRequest, RequestRefused> => {
  if (content.length > maximumBytes) return Result.fail(refusalBy("TOO_LARGE"))
  const request = CertificateRequest.parse(content)
  if (Option.isNone(request)) return Result.fail(refusalBy("NOT_A_REQUEST"))
  const broken = brokenBy(request.value)
  return broken === undefined ? Result.succeed(request.value) : Result.fail(refusalBy(broken))
}

const nameForm = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]{1,64}$/u

/** Whether an id can be the name in a certificate. */
export const canBeName = (clientId: string): boolean => nameForm.test(clientId) && clientId.trim() === clientId
