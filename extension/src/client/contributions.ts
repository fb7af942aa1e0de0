// The ids of what the manifest (extension/package.json) contributes, and of what else the editor knows by a name of ours. All other code takes
// them from here, and a test holds them equal to the manifest, so neither can name what the other does not have.

/** What users can run, and what menus, marks and views run. */
export const commands = {
  openTrace: 'heaptrail.openTrace',
  openTraceFolder: 'heaptrail.openTraceFolder',
  openTogether: 'heaptrail.openTogether',
  openSample: 'heaptrail.openSample',
  recordProgram: 'heaptrail.recordProgram',
  attachToJvm: 'heaptrail.attachToJvm',
  takePoint: 'heaptrail.takePoint',
  stopRecording: 'heaptrail.stopRecording',
  showRecordings: 'heaptrail.showRecordings',
  openRecordingTerminal: 'heaptrail.openRecordingTerminal',
  findSuspects: 'heaptrail.findSuspects',
  cancelSuspects: 'heaptrail.cancelSuspects',
  showSuspectGrowth: 'heaptrail.suspects.showGrowth',
  copySuspect: 'heaptrail.suspects.copy',
  showTrace: 'heaptrail.traces.show',
  closeTrace: 'heaptrail.traces.close',
  useTrace: 'heaptrail.traces.use',
  followTraces: 'heaptrail.traces.follow',
  openTracesTogether: 'heaptrail.traces.openTogether',
  openSource: 'heaptrail.openSource',
  describeType: 'heaptrail.describeType',
  openGrowthBeside: 'heaptrail.openGrowthBeside',
  openInspectBeside: 'heaptrail.openInspectBeside',
  restartEngine: 'heaptrail.restartEngine',
  clearCache: 'heaptrail.clearCache',
  showLog: 'heaptrail.showLog',
} as const;

/** What only code runs: the manifest does not have them. */
export const ownCommands = { saveInferred: 'heaptrail.saveInferred' } as const;

/** The lists of the side bar. */
export const views = {
  traces: 'heaptrail.traces',
  suspects: 'heaptrail.suspects',
  descriptions: 'heaptrail.descriptions',
} as const;

/** Editors of traces: the one that opens what is ours, and the one that users choose for files whose names do not tell that they are. */
export const editors = { trace: 'heaptrail.trace', traceFile: 'heaptrail.traceFile' } as const;

/** Panels beside code, by the tab that they show. */
export const panels = { growth: 'heaptrail.growth', inspect: 'heaptrail.inspect' } as const;

export const settings = {
  followWeak: 'heaptrail.followWeak',
  threads: 'heaptrail.threads',
  cacheLimit: 'heaptrail.cacheLimit',
  growthThreshold: 'heaptrail.growth.threshold',
  growthCompute: 'heaptrail.growth.compute',
  descriptionFiles: 'heaptrail.descriptions.files',
  recordingEvery: 'heaptrail.recording.every',
  recordingSites: 'heaptrail.recording.sites',
  recordingPoints: 'heaptrail.recording.points',
  recordingFolder: 'heaptrail.recording.folder',
  codeLens: 'heaptrail.sources.codeLens',
  marks: 'heaptrail.sources.marks',
  hovers: 'heaptrail.sources.hovers',
  sourceFolders: 'heaptrail.sources.folders',
  ownPackages: 'heaptrail.sources.ownPackages',
  groupings: 'heaptrail.groupings',
  conditions: 'heaptrail.conditions',
  showValues: 'heaptrail.values.show',
} as const;

/** What several settings' names begin with. */
export const settingGroups = { sources: 'heaptrail.sources' } as const;

/** What menus and hints of empty views ask for. */
export const contextKeys = {
  keptTrace: 'heaptrail.keptTrace',
  isRecording: 'heaptrail.isRecording',
  /** Not before it is known: until then the side bar's list says nothing. */
  hasNoTraces: 'heaptrail.hasNoTraces',
  /** How the search for suspects is. */
  suspects: 'heaptrail.suspects',
} as const;

export const colours = { leakingLine: 'heaptrail.leakingLine' } as const;

export const terminalProfiles = { recording: 'heaptrail.recordingTerminal' } as const;

/** Of the status bar; the manifest does not have them. */
export const statusItems = { engine: 'heaptrail.engine', recording: 'heaptrail.recording' } as const;
