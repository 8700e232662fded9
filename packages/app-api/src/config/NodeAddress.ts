/** The address at which nodes on one PostgreSQL database reach each other. */
import { Effect, Option } from "effect"
import { NetAddress } from "effect/net"
import { isIP } from "node:net"
import { refuse } from "../OperatorError.ts"

export interface NodeAddress {
  readonly host: string
  /** Port 0 picks a free port. */
  readonly port: number
}

export const format = ({ host, port }: NodeAddress): string => `${NetAddress.formatUrlHostString(host)}:${port}`

const name = "SHEAF_NODE_ADDRESS"

/** By default, all nodes are on this machine. */
export const loopback: NodeAddress = { host: "127.0.0.1", port: 0 }

const parse = Option.liftThrowable((text: string) => new URL(`tcp://${text}`))

/** Other nodes cannot connect to the addresses that stand for all addresses of a machine. */
const isOne = ({ host }: NodeAddress): boolean => host !== "0.0.0.0" && (isIP(host) !== 6 || /[1-9a-f]/i.test(host))

/** Parses `host:port`. */
export const of = (text: Option.Option<string>) => {
  if (Option.isNone(text)) return Effect.succeed(loopback)
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text.value) ?? []
  const url = Option.filter(parse(text.value), ({ hostname, pathname }) => hostname !== "" && pathname === "")
  const address = { host: host?.replace(/^\[|\]$/g, "") ?? "", port: Number(port) }
  return host !== undefined && Option.isSome(url) && isOne(address)
    ? Effect.succeed(address)
    : refuse(
        `${name}=${text.value}: expected host:port, with one address of this machine that the other nodes can reach`
      )
}
