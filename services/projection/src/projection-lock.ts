/** The name under which the active projection holds its lock among those of drivers; no run can have it. */
export const projectionLockName = '#projection'
