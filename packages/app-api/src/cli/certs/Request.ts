/** `sheaf certs request`: the client's side, two keys and two requests (spec 5). Needs no service and no data folder. */
import { ClientRequest } from "@sheaf/adapters-mtls"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import * as Administration from "../Administration.ts"

export const command = Command.make(
  "request",
  {
    client: Flag.String("client").pipe(
      Flag.withDescription(
        "What to call the client in the requests. Its certificates say its id, whatever stands here."
      )
    ),
    out: Flag.String("out").pipe(Flag.withDescription("The folder for the files, made where it is not there."))
  },
  Effect.fnUntraced(function* ({ client, out }) {
    const files = yield* ClientRequest.write(out, client).pipe(
      Effect.catchTags({
        FileExists: ({ file }) => Administration.refuse(`${file} is there already: nothing was written`),
        PlatformError: ({ reason }) => Administration.refuse(`--out: ${out} cannot be written to: ${reason._tag}`)
      })
    )
    for (const { request } of files) yield* Console.log(request)
    yield* Administration.note("Send the requests to who signs them. The keys beside them stay with you.")
  })
).pipe(
  Command.withDescription(
    "Makes a client's two keys (RSA, 2048 bits) and the requests for their certificates, for test and production, and " +
      "prints the paths of the requests."
  )
)
