/**
 * Mutual TLS: certificate authorities for both environments, the certificates that they sign and revoke, the server
 * that requires these certificates, and Sheaf's own identity in outbound calls.
 */
export * as Authority from "./authority/Authority.ts"
export * as AuthorityFiles from "./authority/AuthorityFiles.ts"
export * as ClientEnrollment from "./authority/ClientEnrollment.ts"
export * as Issuance from "./authority/Issuance.ts"
export * as MutualTlsServer from "./connections/MutualTlsServer.ts"
export * as OutboundTls from "./connections/OutboundTls.ts"
export * as ProviderCertificates from "./authority/ProviderCertificates.ts"
export * as Psd2Role from "./certificates/Psd2Role.ts"
export * as PeerCertificatesLive from "./connections/PeerCertificatesLive.ts"
export * as RevocationList from "./authority/RevocationList.ts"
export * as OwnCertificates from "./authority/OwnCertificates.ts"
export * as SerialNumber from "./certificates/SerialNumber.ts"
export * as ServerLeaf from "./authority/ServerLeaf.ts"
export * as ServerIdentity from "./connections/ServerIdentity.ts"
export * as SigningPolicy from "./authority/SigningPolicy.ts"
