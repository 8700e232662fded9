/** The settings as a service reads them, out of variables and files that only one test sees. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, FileSystem } from "effect"
import * as Settings from "../../src/config/Settings.ts"
import * as SelfSigned from "../SelfSigned.ts"

/** The settings of a service that is started with these variables. */
export const load = (variables: Record<string, string>) =>
  Settings.load(variables).pipe(Effect.provide(NodeServices.layer))

/** Writes a file, and gives its path. It is gone after the test. */
export const file = (content: string) =>
  Effect.gen(function* () {
    const fileSystem = yield* FileSystem.FileSystem
    const path = yield* fileSystem.makeTempFileScoped()
    yield* fileSystem.writeFileString(path, content)
    return path
  }).pipe(Effect.provide(NodeServices.layer))

/** What a file holds. */
export const contentOf = (path: string) =>
  FileSystem.FileSystem.use((files) => files.readFileString(path)).pipe(Effect.provide(NodeServices.layer))

/** The settings of a service whose configuration file is this. */
export const configured = (content: object) =>
  Effect.flatMap(file(JSON.stringify(content)), (path) => load({ SHEAF_CONFIG: path }))

/** A certificate that signed itself, and its key. */
export const selfSigned = FileSystem.FileSystem.use((files) =>
  Effect.map(files.makeTempDirectoryScoped(), SelfSigned.makeIn)
).pipe(Effect.provide(NodeServices.layer))
