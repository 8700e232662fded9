/** The contract suites that every database must pass. */
import {
  apiKeysContract,
  auditLogContract,
  certificateStoreContract,
  changeSignalsContract,
  clientStoreContract,
  collectionStoreContract,
  companyFigureStoreContract,
  connectSessionStoreContract,
  consentStoreContract,
  eventStoreContract,
  recordIdsContract,
  idempotencyKeyStoreContract,
  monitorStoreContract,
  signingKeyStoreContract,
  serviceSampleStoreContract,
  storyStoreContract,
  taskStoreContract,
  userStoreContract,
  webhookDeliveryStoreContract,
  webhookEndpointStoreContract
} from "@sheaf/ports/testing"
import { AuditLog, RecordIds } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
import { AuditLogSql } from "../src/index.ts"
import * as Database from "./Database.ts"

export const contracts = <E>(name: string, stores: Layer.Layer<Database.Stores, E>): void => {
  apiKeysContract(`keyed hashes with clients on ${name}`, Layer.provideMerge(Database.apiKeys, stores))
  auditLogContract(
    name,
    stores,
    Effect.orDie(Effect.map(Layer.build(Layer.fresh(AuditLogSql.layer)), Context.get(AuditLog)))
  )
  clientStoreContract(name, stores)
  changeSignalsContract(name, stores)
  collectionStoreContract(name, stores)
  companyFigureStoreContract(name, stores)
  userStoreContract(name, stores)
  connectSessionStoreContract(name, stores)
  consentStoreContract(name, stores)
  webhookEndpointStoreContract(name, stores)
  webhookDeliveryStoreContract(name, stores)
  eventStoreContract(name, stores)
  idempotencyKeyStoreContract(name, stores)
  monitorStoreContract(name, stores)
  signingKeyStoreContract(name, stores)
  serviceSampleStoreContract(name, stores)
  storyStoreContract(name, stores)
  taskStoreContract(name, stores)
  certificateStoreContract(name, stores)
  recordIdsContract(
    name,
    Layer.provideMerge(Database.recordIds, stores),
    Effect.scoped(Effect.map(Layer.build(Layer.fresh(Database.recordIds)), Context.get(RecordIds)))
  )
}
