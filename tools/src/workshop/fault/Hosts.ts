/**
 * Several hosts on one machine: network namespaces that a bridge connects. Only root can create them, and only on
 * Linux. The machine itself has two addresses on the bridge, one for the database and one for everything else, so a
 * fault can cut off the database alone.
 */
import { execFile } from "node:child_process"
import { promisify } from "node:util"

const execute = promisify(execFile)

const ip = (words: string) => execute("ip", words.split(" "))

const bridge = "sheafchaos"
const network = "10.177.31"

export const clientNetwork = `${network}.0/24`
export const machineAddresses = { machine: `${network}.1`, database: `${network}.2` } as const

export interface Host {
  readonly address: string
  /** The command prefix that runs a command on the host. */
  readonly on: ReadonlyArray<string>
  readonly cutDatabase: () => Promise<unknown>
  readonly joinDatabase: () => Promise<unknown>
}

export interface Hosts {
  readonly all: ReadonlyArray<Host>
  /** Drops all packets between hosts. Each host can still reach the database and the companies. */
  readonly cutHosts: () => Promise<unknown>
  readonly joinHosts: () => Promise<unknown>
  readonly remove: () => Promise<unknown>
}

const nameOf = (index: number): string => `${bridge}${index}`

const remove = async (count: number): Promise<void> => {
  const rules = Array.from(
    { length: count },
    (_, index) => `rule del to ${network}.${index + 11} from ${machineAddresses.database}`
  )
  const namespaces = Array.from({ length: count }, (_, index) => `netns del ${nameOf(index)}`)
  for (const words of [...rules, ...namespaces, `link del ${bridge}`]) await ip(words).catch(() => undefined)
}

const addHost = async (index: number): Promise<Host> => {
  const [name, address] = [nameOf(index), `${network}.${index + 11}`]
  await ip(`netns add ${name}`)
  await ip(`link add ${name} type veth peer name eth0 netns ${name}`)
  await ip(`link set ${name} master ${bridge} up`)
  await ip(`-n ${name} addr add ${address}/24 dev eth0`)
  await ip(`-n ${name} link set eth0 up`)
  await ip(`-n ${name} link set lo up`)
  const rule = `from ${machineAddresses.database} to ${address} blackhole`
  return {
    address,
    on: ["ip", "netns", "exec", name],
    cutDatabase: () => ip(`rule add ${rule}`),
    joinDatabase: () => ip(`rule del ${rule}`)
  }
}

/** Throws if the machine does not allow network namespaces. */
export const create = async (count: number): Promise<Hosts> => {
  // If an earlier run was killed, its hosts still exist.
  await remove(count)
  try {
    await ip(`link add ${bridge} type bridge`)
    for (const address of Object.values(machineAddresses)) await ip(`addr add ${address}/24 dev ${bridge}`)
    await ip(`link set ${bridge} up`)
    const all: Array<Host> = []
    for (let index = 0; index < count; index++) all.push(await addHost(index))
    // Isolated ports of a bridge cannot reach each other.
    const isolate = (state: "off" | "on") =>
      Promise.all(all.map((_, index) => execute("bridge", ["link", "set", "dev", nameOf(index), "isolated", state])))
    return { all, cutHosts: () => isolate("on"), joinHosts: () => isolate("off"), remove: () => remove(count) }
  } catch (error) {
    await remove(count)
    const why = error instanceof Error ? error.message.trim().replaceAll("\n", " ") : String(error)
    throw new Error(`this machine cannot create network namespaces, which the faults cutoff and partition need: ${why}`)
  }
}
