/**
 * Confines the reader process further than Node's permissions do, using util-linux tools where available (ADR 13). Each
 * tool replaces itself with the next (exec), so the process keeps its id.
 */
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"

/** How much memory, in MiB, Node reserves on top of the document's limit. Most of it is never used. */
const ownMebibytes = 2048

export interface ConfinementLimits {
  readonly processorMillis: number
  readonly mebibytes: number
}

type Tool = readonly [name: string, optionsOf: (bounds: ConfinementLimits) => ReadonlyArray<string>]

const tools: ReadonlyArray<Tool> = [
  /**
   * Forbids writing files, including core dumps (which would contain the document), and limits file descriptors. The
   * kernel also kills the process if it exceeds its CPU time.
   */
  [
    "prlimit",
    ({ mebibytes, processorMillis }) => [
      "--core=0",
      "--fsize=0",
      "--nofile=64",
      `--cpu=${Math.ceil(processorMillis / 1000) + 1}`,
      `--data=${(mebibytes + ownMebibytes) * 1024 * 1024}`
    ]
  ],
  /** Prevents programs from gaining privileges. */
  ["setpriv", () => ["--no-new-privs"]],
  /** Removes all capabilities, and access to the network and to shared memory, even if the service runs as root. */
  ["unshare", () => ["--user", "--map-user=65534", "--map-group=65534", "--net", "--ipc", "--uts"]]
]

const folders = ["/usr/bin", "/bin"]

const pathOf = (name: string): string | undefined =>
  folders.map((folder) => `${folder}/${name}`).find((path) => existsSync(path))

export type CommandPrefix = (bounds: ConfinementLimits) => ReadonlyArray<string>

/**
 * How long the probe of a confinement tool may take, in milliseconds. Sheaf probes a tool by starting a program with
 * it.
 */
const probeMillis = 5_000

/**
 * Returns true if the command succeeds. It is not enough that the tool is installed, because containers often forbid
 * new namespaces.
 */
const works = ([command = "", ...words]: ReadonlyArray<string>): Effect.Effect<boolean> =>
  Effect.callback((resume) => {
    execFile(command, words, { env: {}, timeout: probeMillis }, (error) => resume(Effect.succeed(error === null)))
  })

export const findCommandPrefix: Effect.Effect<CommandPrefix> = Effect.gen(function* () {
  let prefix: CommandPrefix = () => []
  for (const [name, optionsOf] of tools) {
    const path = pathOf(name)
    if (path === undefined) continue
    const before = prefix
    const longer: CommandPrefix = (bounds) => [...before(bounds), path, ...optionsOf(bounds)]
    if (yield* works([...longer({ processorMillis: 0, mebibytes: 0 }), path, "--version"])) prefix = longer
  }
  return prefix
})
