/** The column that says how a further collection begins, for collections and monitors. */
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Renewal } from "@sheaf/domain/StartCollection"
import { Schema } from "effect"
import { column } from "../sealing/ColumnSealer.ts"
import type { SealedColumn } from "../sealing/ColumnSealer.ts"

export const StoredRenewal = Schema.Union([
  Schema.TaggedStruct("Session", { session: Schema.String }),
  Schema.TaggedStruct("Credentials", {
    loginMethod: LoginMethod,
    login: Schema.Struct({
      type: Schema.Literal("USERNAME_PASSWORD"),
      username: Schema.String,
      password: Schema.String
    }),
    keptUntil: Schema.Finite
  })
])

export const renewal: SealedColumn<Renewal> = column("renewal", StoredRenewal)
