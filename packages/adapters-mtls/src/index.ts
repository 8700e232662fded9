/**
 * Mutual TLS: the certificate authorities of the two environments, what they sign, and what they take back; the server
 * that takes their certificates; and as whom Sheaf itself calls others.
 */
export * as Authority from "./Authority.ts"
export * as AuthorityFiles from "./AuthorityFiles.ts"
export * as ClientRequest from "./ClientRequest.ts"
export * as Issuance from "./Issuance.ts"
export * as MutualTlsServer from "./MutualTlsServer.ts"
export * as OutboundTls from "./OutboundTls.ts"
export * as PeerCertificatesLive from "./PeerCertificatesLive.ts"
export * as RevocationList from "./RevocationList.ts"
export * as SandboxCertificates from "./SandboxCertificates.ts"
export * as SerialNumber from "./SerialNumber.ts"
export * as ServerIdentity from "./ServerIdentity.ts"
export * as SigningPolicy from "./SigningPolicy.ts"
