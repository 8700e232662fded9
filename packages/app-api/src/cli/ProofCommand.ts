/** `sheaf proof`: prints the proof that a person authenticated for a collection or a consent (spec 17). */
import { CollectionStoreSql, ConsentStoreSql } from "@sheaf/adapters-sql"
import { AuditLog, CollectionStore, ConsentStore } from "@sheaf/ports"
import { Console, Effect, Layer, Option } from "effect"
import { Argument, Command } from "effect/cli"
import * as Database from "../installation/Database.ts"
import { failWith } from "../errors/OperatorError.ts"
import * as CommandServices from "./CommandServices.ts"

const stores = CommandServices.layerWith((settings) =>
  Layer.mergeAll(CollectionStoreSql.layer, ConsentStoreSql.layer).pipe(
    Layer.provide(Layer.orDie(Database.layerSignals(settings)))
  )
)

const find = Effect.fnUntraced(function* (id: string) {
  const ofCollection = yield* (yield* CollectionStore).proof(id)
  if (Option.isSome(ofCollection)) return { proof: ofCollection.value, subject: { collectionId: id } }
  const consent = yield* (yield* ConsentStore).loadState(id)
  const proof = Option.flatMap(consent, ({ progress }) => Option.fromUndefinedOr(progress.proof))
  return Option.isSome(proof)
    ? { proof: proof.value, subject: { consentId: id } }
    : yield* failWith("there is no proof: no such collection or consent, none was kept, or it has been erased")
})

export const makeCommand = (name: string) =>
  Command.make(
    name,
    { id: Argument.String("id").pipe(Argument.withDescription("Id of the collection or the consent.")) },
    Effect.fnUntraced(function* ({ id }) {
      const { proof, subject } = yield* find(id)
      yield* (yield* AuditLog).append({ action: "PROOF_READ", subject })
      yield* Console.log(JSON.stringify(proof))
    })
  ).pipe(
    Command.withDescription(
      "Prints the proof that the electronic ID gave for a collection or consent, as JSON with signature, ocspResponse and " +
        "certificate in base64. They name the person: store the output safely."
    ),
    Command.provide(stores)
  )
