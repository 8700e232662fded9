/** The stored session or credentials with which a collection can start later without the person. */
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { MonitorFilter } from "@sheaf/domain/Monitor"
import type { Renewal } from "@sheaf/domain/StartCollection"
import { Schema } from "effect"
import { column } from "../sealing/ColumnSealer.ts"
import type { SealedColumn } from "../sealing/ColumnSealer.ts"

const filter = Schema.optionalKey(Schema.toType(MonitorFilter))

export const StoredRenewal = Schema.Union([
  Schema.TaggedStruct("Session", { session: Schema.String, filter }),
  Schema.TaggedStruct("Credentials", {
    loginMethod: LoginMethod,
    login: Schema.Struct({
      type: Schema.Literal("USERNAME_PASSWORD"),
      username: Schema.String,
      password: Schema.String
    }),
    keptUntil: Schema.Finite,
    filter
  })
])

export const renewal: SealedColumn<Renewal> = column("renewal", StoredRenewal)
