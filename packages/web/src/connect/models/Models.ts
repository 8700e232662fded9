/** The service's types for a session and its companies, under the page's own names. */
import type {
  ChangeGroup,
  ConnectCompany,
  ConnectCounts,
  ConnectPageSession,
  ConnectParameter,
  ConnectPermittedMonitor
} from "@sheaf/client/connect"

export type Company = ConnectCompany
export type RecordCounts = ConnectCounts
export type LoginMethod = Company["loginMethods"][number]
export type LoginField = LoginMethod["fields"][number]
export type Product = Company["products"][number]
export type SensitiveCategory = NonNullable<ConnectPageSession["sensitive"]>[number]
export type Interval = ConnectPermittedMonitor["every"]
export type Group = ChangeGroup
export type StartParameter = ConnectParameter

export interface PermissionKey {
  readonly type: "collection" | "consent" | "monitor"
  readonly id: string
}
