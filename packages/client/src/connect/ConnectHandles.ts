/** The collections and consents of a Connect session, in the page. */
import { CollectionHandle, ConsentStatusHandle } from "../polling/Handles.ts"
import type { Transport } from "../transport/Transport.ts"
import type { CollectionStatus, ConsentStatus, SupplementInfo } from "./Contract.ts"

/** One collection of the session. */
export class ConnectCollection extends CollectionHandle<CollectionStatus, SupplementInfo> {
  constructor(transport: Transport, id: string) {
    super(transport, "/connect/collections", id)
  }
}

/** One consent of the session. */
export class ConnectConsent extends ConsentStatusHandle<ConsentStatus> {
  constructor(transport: Transport, id: string) {
    super(transport, "/connect/consents", id)
  }
}
