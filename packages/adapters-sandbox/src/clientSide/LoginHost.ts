/**
 * The login host, a small stateless server (spec 2.4, 2.7, 12). Over TLS, it simulates the companies' sites for
 * clients' devices; over plain HTTP, it serves the banks' consent pages on the same port. Browsers would warn about a
 * self-signed certificate on these pages, but accept plain HTTP from the local machine.
 */
import { summarizeFailures } from "@sheaf/ports"
import type { PageResponse } from "../pages/PageLayout.ts"
import { Cause, Clock, Context, Deferred, Effect, Layer, Option, Schema } from "effect"
import type { Scope } from "effect"
import { createServer } from "node:http"
import type { IncomingMessage, RequestListener } from "node:http"
import { createServer as createSecureServer } from "node:https"
import { createServer as createListener } from "node:net"
import type { Server, Socket } from "node:net"
import * as BankPages from "../banks/oauth/BankPages.ts"
import * as ConsentPage from "../banks/ConsentPage.ts"
import type * as ConsentPageHandler from "../banks/ConsentPageHandler.ts"
import type { ConsentFileStore } from "../banks/ConsentFileStore.ts"
import * as AuthorizationServer from "../banks/oauth/AuthorizationServer.ts"
import type { AuthorizationStore } from "../banks/oauth/AuthorizationStore.ts"
import * as PagePath from "../banks/PagePath.ts"
import { PageHost } from "../banks/PageHost.ts"
import { siteScenarioAt } from "../scenarios/ScenarioTable.ts"
import * as LoginHostCertificate from "./LoginHostCertificate.ts"
import * as CompanySite from "./CompanySite.ts"

export interface LoginHostOptions {
  /** The address to listen on, for example `127.0.0.1`. */
  readonly host: string
  /** The port to listen on; 0 means any free port. */
  readonly port: number
  /**
   * If true, the host uses any free port when `port` is taken. If false, the layer fails when the host cannot start.
   */
  readonly fallback?: boolean
  /**
   * The folder for `login-host.pem`, which contains the key and the certificate. It is created if it does not exist.
   */
  readonly folder: string
}

export class LoginHostError extends Schema.TaggedError<LoginHostError>()("LoginHostError", {
  reason: Schema.Literals(["CERTIFICATE", "LISTEN"]),
  cause: Schema.Defect()
}) {}

export class LoginHost extends Context.Service<
  LoginHost,
  {
    /** The host's URL. The effect waits until the host is listening. */
    readonly address: Effect.Effect<URL, LoginHostError>
  }
>()("@sheaf/adapters-sandbox/LoginHost") {}

/** Returns the URL of the banks' pages: the login host over plain HTTP. Its host name refers to the local machine. */
export const pagesAt = ({ host }: URL): URL => new URL(`http://${host}`)

/** The timeout for a TLS handshake or a request, in milliseconds. */
const limitMillis = 10_000

/** The maximum number of connections. The limit leaves enough file descriptors for the service's own listeners. */
const connections = 100

/** The maximum size of a form on a bank's page, in bytes. */
const formBytes = 16_384

/** Returns nothing if the body is too large or the connection closes early. */
const formOf = (request: IncomingMessage): Effect.Effect<Option.Option<string>> =>
  Effect.callback((resume) => {
    const chunks: Array<Buffer> = []
    let size = 0
    request.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size <= formBytes) chunks.push(chunk)
      else resume(Effect.succeedNone)
    })
    request.on("end", () => resume(Effect.succeedSome(Buffer.concat(chunks).toString("utf8"))))
    request.on("close", () => resume(Effect.succeedNone))
  })

const serveDesk = Effect.fnUntraced(function* (
  page: Omit<ConsentPageHandler.PageRequest, "body">,
  request: IncomingMessage
) {
  const form = yield* formOf(request)
  return yield* BankPages.handleRequest({ ...page, body: Option.getOrUndefined(form) })
})

type PageServices = ConsentFileStore | AuthorizationStore | PageHost

/** Responds like a company's site, with JSON. The request's body is ignored. */
const serveSite = (method: string, path: string, request: IncomingMessage): PageResponse => {
  request.resume()
  const { body, headers, statusCode } = CompanySite.handleRequest(
    { method, path, headers: request.headers },
    siteScenarioAt
  )
  return { statusCode, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) }
}

/** True if a browser opens a page. Devices that follow a company's instructions do not ask for HTML. */
const isBrowsing = ({ headers, method = "" }: IncomingMessage): boolean =>
  ["GET", "HEAD"].includes(method) && (headers.accept ?? "").includes("text/html")

const serveWith =
  (context: Context.Context<PageServices>): RequestListener =>
  (request, response) => {
    const { method = "", url = "" } = request
    const [path = "", query] = url.split("?", 2)
    const language = new URLSearchParams(query).get("language") ?? ""
    const acceptLanguage = request.headers["accept-language"] ?? ""
    const send = ({ body, headers, statusCode }: PageResponse): void => {
      response.writeHead(statusCode, { "cache-control": "no-store", ...headers })
      response.end(body)
    }
    const authorization = AuthorizationServer.handleAuthorizationRequest(method, path, new URLSearchParams(query))
    if (authorization !== undefined) {
      request.resume()
      return void Effect.runForkWith(context)(Effect.map(authorization, send))
    }
    if (path === "/" && isBrowsing(request)) {
      request.resume()
      return send(ConsentPage.hostPage({ language, acceptLanguage }))
    }
    if (!PagePath.isConsentPagePath(path)) return send(serveSite(method, path, request))
    Effect.runForkWith(context)(Effect.map(serveDesk({ method, path, language, acceptLanguage }, request), send))
  }

const isTaken = ({ cause }: LoginHostError): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE"

const listen = (server: Server, host: string, port: number): Effect.Effect<number, LoginHostError> =>
  Effect.callback((resume) => {
    const fail = (cause: Error) => resume(Effect.fail(new LoginHostError({ reason: "LISTEN", cause })))
    server.once("error", fail)
    server.listen(port, host, () => {
      server.off("error", fail)
      const address = server.address()
      resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : port))
    })
  })

const listenAsAllowed = (server: Server, { fallback = false, host, port }: LoginHostOptions) =>
  Effect.catchIf(
    listen(server, host, port),
    (error) => fallback && isTaken(error),
    () =>
      Effect.tap(listen(server, host, 0), (used) =>
        Effect.annotateLogs(Effect.logWarning("login host: port taken, using a free port"), { wanted: port, used })
      )
  )

const nameOf = (host: string): string => {
  if (host === "::1") return "[::1]"
  return host === "127.0.0.1" ? host : "localhost"
}

/** The first byte of a TLS handshake (RFC 8446, section 5.1). */
const handshake = 0x16

/** Routes a connection to the TLS server or the plain server, depending on its first byte. */
const routeTo =
  (secure: Server, plain: Server) =>
  (socket: Socket): void => {
    socket.setTimeout(limitMillis, () => socket.destroy())
    socket.on("error", () => socket.destroy())
    socket.once("data", (first: Buffer) => {
      socket.pause()
      socket.setTimeout(0)
      socket.unshift(first)
      const server = first[0] === handshake ? secure : plain
      server.emit("connection", socket)
      process.nextTick(() => socket.resume())
    })
  }

/** Releasing the server also closes connections with unfinished TLS handshakes, which Node's server does not track. */
const serverWith = ({ certificate, key }: LoginHostCertificate.LoginHostCertificate, serve: RequestListener) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const limits = { requestTimeout: limitMillis, handshakeTimeout: limitMillis }
      const secure = createSecureServer({ key, cert: certificate, ...limits }, serve)
      const server = createListener(routeTo(secure, createServer(limits, serve)))
      server.maxConnections = connections
      const sockets = new Set<Socket>()
      server.on("connection", (socket: Socket) => {
        sockets.add(socket)
        socket.once("close", () => sockets.delete(socket))
      })
      return { server, sockets }
    }),
    ({ server, sockets }) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        for (const socket of sockets) socket.destroy()
      })
  )

const start: (
  options: LoginHostOptions
) => Effect.Effect<URL, LoginHostError, Scope.Scope | ConsentFileStore | AuthorizationStore> = Effect.fnUntraced(
  function* (options) {
    const address = yield* Deferred.make<URL>()
    const outside = yield* Effect.context<ConsentFileStore | AuthorizationStore>()
    const context = Context.add(outside, PageHost, { address: Effect.map(Deferred.await(address), pagesAt) })
    const now = yield* Clock.currentTimeMillis
    const certificate = yield* Effect.mapError(
      LoginHostCertificate.load(options.folder, now),
      (cause) => new LoginHostError({ reason: "CERTIFICATE", cause })
    )
    const { server } = yield* serverWith(certificate, serveWith(context))
    const port = yield* listenAsAllowed(server, options)
    server.on("error", (cause) => {
      const failures = summarizeFailures(Cause.fail(cause))
      Effect.runForkWith(context)(Effect.annotateLogs(Effect.logWarning("login host failed"), { failures }))
    })
    const listening = new URL(`https://${nameOf(options.host)}:${port}`)
    yield* Deferred.succeed(address, listening)
    return listening
  }
)

/**
 * With `fallback`, the host starts in the background and logs failures, so only callers that need its URL wait. Without
 * it, the layer waits until the host is listening, or fails with `LoginHostError`.
 */
export const layer = (
  options: LoginHostOptions
): Layer.Layer<LoginHost, LoginHostError, ConsentFileStore | AuthorizationStore> =>
  Layer.effect(
    LoginHost,
    Effect.gen(function* () {
      if (options.fallback !== true) return { address: Effect.succeed(yield* start(options)) }
      const address = yield* Deferred.make<URL, LoginHostError>()
      yield* start(options).pipe(
        Effect.tapError(({ reason }) => Effect.annotateLogs(Effect.logError("login host cannot start"), { reason })),
        Deferred.into(address),
        Effect.forkScoped
      )
      return { address: Deferred.await(address) }
    })
  )
