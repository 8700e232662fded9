/**
 * The stages that hand the admitted caller to a handler, and note who acts for the audit log. They check nothing themselves:
 * a request that was not admitted gets a 500.
 */
import {
  ApiKeyAuthentication,
  CurrentCaller,
  CurrentUser,
  CurrentVisitor,
  PageAuthentication,
  ProblemResponses,
  SameOriginCheck,
  UserAuthentication
} from "@sheaf/http-contract"
import { CurrentActor } from "@sheaf/ports"
import type { Actor, ActorContext } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import type { Types } from "effect"
import { withAdmissionTo } from "./RequestAdmission.ts"
import type { Admission, Endpoint } from "./Admission.ts"
import { remoteAddress } from "../connections/RemoteAddress.ts"
import * as ProblemWriter from "../problems/ProblemWriter.ts"
import { IncomingRequest } from "../connections/IncomingRequest.ts"
import * as CurrentRequest from "../connections/CurrentRequest.ts"

const partyOf = ({ caller, visitor }: Admission): Actor => {
  if (visitor !== undefined) {
    const { clientId, connectSessionId, userId } = visitor.session
    return { type: "CONNECT_SESSION", clientId, connectSessionId, ...(userId !== undefined && { userId }) }
  }
  if (caller === undefined) return { type: "SERVICE" }
  const { clientId, keyId, userId } = caller
  return userId === undefined
    ? { type: "KEY", clientId, ...(keyId !== undefined && { keyId }) }
    : { type: "TOKEN", clientId, userId }
}

/** Returns who acts in a request, for the audit log. */
export const actorOf = (
  { request: { source }, requestId }: CurrentRequest.CurrentRequest,
  admission?: Admission
): ActorContext => {
  const address = remoteAddress(source)
  const serial = source instanceof IncomingRequest ? source.peer?.serial : undefined
  return {
    actor: admission === undefined ? { type: "SERVICE" } : partyOf(admission),
    requestId,
    ...(serial !== undefined && { certificate: serial }),
    ...(address !== undefined && { address })
  }
}

/** Runs `use` with the part of the admission to an endpoint that `part` returns. */
const withAdmitted =
  <A>(part: (admission: Admission) => A | undefined) =>
  <B, E, R>(endpoint: Endpoint, use: (admitted: A) => Effect.Effect<B, E, R>) =>
    withAdmissionTo(endpoint, (admission) => {
      const admitted = part(admission)
      if (admitted === undefined) return Effect.die(new Error("a request reached a handler without its credentials"))
      return Effect.withFiber<B, E, R>((fiber) =>
        Effect.provideService(use(admitted), CurrentActor, actorOf(CurrentRequest.of(fiber), admission))
      )
    })

const withAdmission = withAdmitted((admission) => admission)

const withCaller = withAdmitted(({ caller }) => caller)

const withUser = withAdmitted(({ user }) => user)

const withVisitor = withAdmitted(
  ({ caller, visitor }) => caller && visitor && { caller, connectSessionId: visitor.session.connectSessionId }
)

/** Sends the problem of a failed operation. Other failures are the service's own. */
export const problemResponses = Layer.succeed(ProblemResponses, (next) =>
  Effect.catch(next, (failure): Effect.Effect<ReturnType<typeof ProblemWriter.responseOf>, Types.unhandled> =>
    ProblemWriter.isOutgoingProblem(failure) ? Effect.succeed(ProblemWriter.responseOf(failure)) : Effect.fail(failure)
  )
)

export const layer = Layer.mergeAll(
  problemResponses,
  Layer.succeed(SameOriginCheck, (next, { endpoint }) => withAdmission(endpoint, () => next)),
  Layer.succeed(ApiKeyAuthentication, (next, { endpoint }) =>
    withCaller(endpoint, (caller) => Effect.provideService(next, CurrentCaller, caller))
  ),
  Layer.succeed(UserAuthentication, (next, { endpoint }) =>
    withUser(endpoint, (user) => Effect.provideService(next, CurrentUser, user))
  ),
  Layer.succeed(PageAuthentication, (next, { endpoint }) =>
    withVisitor(endpoint, ({ caller, connectSessionId }) =>
      next.pipe(
        Effect.provideService(CurrentCaller, caller),
        Effect.provideService(CurrentVisitor, { connectSessionId })
      )
    )
  )
)
