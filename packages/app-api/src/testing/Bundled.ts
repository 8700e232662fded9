/** Bundles the sources once before the tests (vitest's `globalSetup`), so that their processes start at once. */
import { program } from "../bundle/Checkout.ts"

export const setup = (): void => void program()
