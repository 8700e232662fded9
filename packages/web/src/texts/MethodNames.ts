/** The names of login methods for developers and operators. Connect has its own names for them in its text catalogs. */
import { methods } from "virtual:logins"

/** The families of login methods. Within a family, methods differ only in delays and in the device. */
export const familyNames: Readonly<Record<string, string>> = {
  password: "Username and password",
  email: "Email address",
  "pdf-upload": "PDF upload",
  "security-token": "Security token",
  "client-side": "Electronic ID, client-side",
  "swedish-eid": "Electronic ID",
  "smart-id": "Smart-ID",
  "mobile-id": "Mobile-ID",
  eparaksts: "eParaksts",
  page: "Page of the company or bank"
}

export const familyOf = (method: string): string => methods[method]?.family ?? "page"

const variants = [
  [/_SAME_DEVICE/, "same device"],
  [/_OTHER_DEVICE/, "other device"],
  [/_ANY_DEVICE/, "any device"],
  [/_TEST$/, "with realistic delays"],
  [/_MOCK$/, "without delays"]
] as const

/** Names of login methods whose page belongs to the method's own scheme, not to the company. */
const names: Readonly<Record<string, string>> = { EPARAKSTS_MOBILE: "eParaksts mobile" }

/** Returns a login method's name in words, for example "Electronic ID, any device, without delays". */
export const methodNameOf = (method: string): string => {
  const family = familyOf(method)
  return [
    names[method] ?? familyNames[family] ?? family,
    ...variants.flatMap(([end, words]) => (end.test(method) ? [words] : []))
  ].join(", ")
}
