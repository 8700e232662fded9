import { mutationOf } from "../../stryker.shared.mjs"

const rooms = ["collections", "companies", "consents", "process", "users"]

// Excludes model-based tests. They cover nearly every line and take seconds per mutant, so other tests must catch the
// mutants.
const slow = ["consents/Model.test.ts"]

export default mutationOf({ name: "application", rooms, slow, threshold: 85 })
