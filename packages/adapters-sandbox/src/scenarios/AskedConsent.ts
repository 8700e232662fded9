/** The consent that scenarios ask for, ready to be sent. */
import type { Parameter } from "@sheaf/domain/Parameter"

type Asked = Extract<Parameter, { readonly type: "PSD2_AIS_CONSENT" }>

/** `members` beside the address of the person, which is one of a network that is kept for documentation (RFC 5737). */
export const askedConsent = (members?: Omit<Partial<Asked>, "type">): Asked => ({
  type: "PSD2_AIS_CONSENT",
  psuIpAddress: "192.0.2.17",
  ...members
})
