// The property "heaptrail" of a Java launch configuration: what it may say, and what becomes of the configuration's vmArgs.
import { agentLibrary, isAgentOption, isEvery, isPointKind, isSites, type RecordingOptions } from './agent';

export interface LaunchOption extends Partial<RecordingOptions> {
  file?: string;
}

export type ReadLaunchOption =
  | { kind: 'off' }
  | { kind: 'record'; option: LaunchOption }
  /** `key` is empty where the property itself is of the wrong kind. */
  | { kind: 'wrong'; key: string }
  | { kind: 'unknown'; key: string };

export function readLaunchOption(value: unknown): ReadLaunchOption {
  if (value === undefined || value === false) return { kind: 'off' };
  if (value === true) return { kind: 'record', option: {} };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'wrong', key: '' };
  const { record, every, sites, points, file, ...others } = value as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return { kind: 'unknown', key: unknown };
  if (record !== undefined && typeof record !== 'boolean') return { kind: 'wrong', key: 'record' };
  const option: LaunchOption = {};
  if (isEvery(every)) option.every = every;
  else if (every !== undefined) return { kind: 'wrong', key: 'every' };
  if (isSites(sites)) option.sites = sites;
  else if (sites !== undefined) return { kind: 'wrong', key: 'sites' };
  if (isPointKind(points)) option.points = points;
  else if (points !== undefined) return { kind: 'wrong', key: 'points' };
  if (typeof file === 'string' && file !== '') option.file = file;
  else if (file !== undefined) return { kind: 'wrong', key: 'file' };
  return record === false ? { kind: 'off' } : { kind: 'record', option };
}

export type VmArgs = string | string[];

export const isVmArgs = (value: unknown): value is VmArgs | undefined | null =>
  value === undefined ||
  value === null ||
  typeof value === 'string' ||
  (Array.isArray(value) && value.every((word) => typeof word === 'string'));

/** In the form the arguments have; nothing is changed where the recorder is among them already. */
export function withVmArg(vmArgs: VmArgs | undefined | null, agent: string): VmArgs {
  if (Array.isArray(vmArgs)) return vmArgs.some(isAgentOption) ? vmArgs : [...vmArgs, agent];
  const text = vmArgs?.trim() ?? '';
  if (text.includes(agentLibrary)) return text;
  return text === '' ? quoteVmArg(agent) : `${text} ${quoteVmArg(agent)}`;
}

/** As the Java debugger cuts its vmArgs: quotes around what has white space, a backslash before what would end them. */
function quoteVmArg(word: string): string {
  return /[\s"'\\]/.test(word) ? `"${word.replace(/["\\]/g, '\\$&')}"` : word;
}

const platformSections: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows', linux: 'linux', darwin: 'osx' };

/** The parts of a configuration that have vmArgs of their own: itself, and the platform's section that would replace them. */
export function partsWithVmArgs(config: Record<string, unknown>, platform: NodeJS.Platform): Record<string, unknown>[] {
  const section = config[platformSections[platform] ?? ''];
  const isPart = (part: unknown): part is Record<string, unknown> =>
    typeof part === 'object' && part !== null && 'vmArgs' in part && part.vmArgs !== undefined;
  return isPart(section) ? [config, section] : [config];
}
