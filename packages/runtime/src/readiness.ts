/** What a process needs to do its part, and which of it is missing now. */
export class Readiness {
  readonly #problems = new Map<string, string>()

  /** `problem` null: the part is fine. Otherwise what is wrong, for a person. */
  set(part: string, problem: string | null): void {
    if (problem === null) this.#problems.delete(part)
    else this.#problems.set(part, problem)
  }

  /** What is missing, "part: problem" each; [] when the process is ready. */
  get reasons(): readonly string[] {
    return [...this.#problems].map(([part, problem]) => `${part}: ${problem}`)
  }
}
