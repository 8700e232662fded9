/** The problems for rejected client certificates, and for callers whose certificate does not match (spec 5.3). */
import type { ProblemCode } from "@sheaf/http-contract"
import type { CertificateRefused } from "@sheaf/ports"
import type { Refusal } from "../pipeline/Arrival.ts"

export const table: Readonly<Record<CertificateRefused["reason"], Refusal>> = {
  MALFORMED: { code: "CERTIFICATE_NOT_ACCEPTED", detail: "The client certificate is unreadable." },
  UNKNOWN_AUTHORITY: { code: "CERTIFICATE_NOT_ACCEPTED", detail: "This service did not sign the certificate." },
  NOT_FOR_CLIENTS: { code: "CERTIFICATE_NOT_ACCEPTED", detail: "The certificate is not a client certificate." },
  UNKNOWN: { code: "CERTIFICATE_NOT_ACCEPTED", detail: "The certificate is not registered to any client." },
  WRONG_ENVIRONMENT: { code: "WRONG_ENVIRONMENT", detail: "The certificate belongs to the other environment." },
  NOT_YET_VALID: { code: "CERTIFICATE_OUT_OF_DATE", detail: "The certificate is not valid yet." },
  EXPIRED: { code: "CERTIFICATE_OUT_OF_DATE", detail: "The certificate has expired." },
  REVOKED: { code: "CERTIFICATE_REVOKED", detail: "The certificate was revoked." }
}

/** The problem for a caller whose certificate does not match the credentials. */
export interface CallerRefusal {
  readonly code: ProblemCode.CodeOf<403>
  readonly detail: string
}

export const ofCallers = {
  missing: { code: "MUTUAL_TLS_REQUIRED", detail: "The client must present its certificate, over mutual TLS." },
  otherEnvironment: {
    code: "WRONG_ENVIRONMENT",
    detail: "The certificate and the client belong to different environments."
  },
  otherClient: {
    code: "CERTIFICATE_MISMATCH",
    detail: "The certificate and the API key or token belong to different clients."
  }
} as const satisfies Record<string, CallerRefusal>
