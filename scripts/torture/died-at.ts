/** What a process writes down before it dies: the step that it dies at. Beside its data, which a power cut changes. */
export const diedAt = (folder: string): string => `${folder}.died-at`
