/** The shapes in which the service describes a session and its companies, under the names that the page uses. */
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

/** What a permission is, and its id. */
export interface PermissionKey {
  readonly type: "collection" | "consent" | "monitor"
  readonly id: string
}
