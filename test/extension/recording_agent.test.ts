import { describe, expect, it } from 'vitest';
import {
  agentOption,
  isEvery,
  programOptions,
  splitToolOptions,
  withToolOption,
} from '../../extension/src/client/recording/agent';
import {
  isVmArgs,
  partsWithVmArgs,
  readLaunchOption,
  withVmArg,
} from '../../extension/src/client/recording/launch_option';

const options = { every: '10s', sites: 'sampled', points: 'full' } as const;
const agentIn = (folder: string) =>
  agentOption(`${folder}/libheaptrail-recorder.so`, options, `${folder}/a-%p.heaptrail`);
const plain = agentIn('/opt');

describe('the recorder', () => {
  it('is one option, the file last', () => {
    expect(plain).toBe('-agentpath:/opt/libheaptrail-recorder.so=every=10s,sites=sampled,file=/opt/a-%p.heaptrail');
    expect(programOptions({ every: 'off', sites: 'exact', points: 'full' }, '/x')).toEqual([
      ...['--every', 'off', '--sites', 'exact'],
      ...['-o', '/x'],
    ]);
  });
  it('is told of points that only count, and then not of sites, which it would refuse', () => {
    const light = { ...options, points: 'light' } as const;
    expect(agentOption('/opt/libheaptrail-recorder.so', light, '/x')).toBe(
      '-agentpath:/opt/libheaptrail-recorder.so=every=10s,points=light,file=/x',
    );
    expect(programOptions(light, '/x')).toEqual(['--every', '10s', '--points', 'light', '-o', '/x']);
  });
  it('decides itself when points are taken where nobody did', () => {
    const automatic = { every: 'auto', sites: 'sampled', points: 'full' } as const;
    expect(agentOption('/opt/libheaptrail-recorder.so', automatic, '/x')).toBe(
      '-agentpath:/opt/libheaptrail-recorder.so=sites=sampled,file=/x',
    );
    expect(programOptions(automatic, '/x')).toEqual(['--sites', 'sampled', '-o', '/x']);
  });
  it.each(['10s', '500ms', '2m', '5gc', 'off', 'auto'])('may take points every %s', (every) =>
    expect(isEvery(every)).toBe(true),
  );
  it.each(['', '0s', '10', '5 gc', '1d', '99999999s', '10s,file=/etc/x', 10, undefined])('may not every %s', (every) =>
    expect(isEvery(every)).toBe(false),
  );
});

describe('JAVA_TOOL_OPTIONS', () => {
  it('is cut as the JVM cuts it: white space and two kinds of quotes, no escapes', () => {
    expect(splitToolOptions(' -Da=1\t-Db="x y"z \'-Dc="q"\' -Dd=\\ ')).toEqual([
      ...['-Da=1', '-Db=x yz', '-Dc="q"', '-Dd=\\'],
    ]);
  });
  it('keeps what is there, and is only quoted where it must be', () => {
    expect(withToolOption('-Xmx1g', plain)).toBe(`-Xmx1g ${plain}`);
    expect(withToolOption(undefined, plain)).toBe(plain);
    expect(withToolOption(null, plain)).toBe(plain);
  });
  it.each(['/my home', "/it's", '/a "b" c', `/both " and ' here`])('brings a path like %s through', (folder) => {
    const text = withToolOption('-Da="1 2"', agentIn(folder));
    expect(splitToolOptions(text)).toEqual(['-Da=1 2', agentIn(folder)]);
  });
  it('has the recorder once, even in a terminal within a recording terminal', () => {
    expect(withToolOption(`-Xmx1g ${plain}`, agentIn('/my home'))).toBe(`-Xmx1g "${agentIn('/my home')}"`);
  });
});

describe('vmArgs', () => {
  it('keep their form', () => {
    expect(withVmArg('-Xmx1g -Da="b c"', plain)).toBe(`-Xmx1g -Da="b c" ${plain}`);
    expect(withVmArg(['-Xmx1g', '-Da=b c'], plain)).toEqual(['-Xmx1g', '-Da=b c', plain]);
    expect(withVmArg(undefined, plain)).toBe(plain);
    expect(withVmArg('  ', plain)).toBe(plain);
  });
  it('quote a path with spaces in a text, and need not in a list', () => {
    const spaced = agentIn('/my "home"');
    expect(withVmArg('', spaced)).toBe(`"${spaced.replaceAll('"', '\\"')}"`);
    expect(withVmArg([], spaced)).toEqual([spaced]);
  });
  it('are left alone when the recorder is among them, as after a restart', () => {
    for (const given of ['-Xmx1g', ['-Xmx1g']]) {
      const once = withVmArg(given, plain);
      expect(withVmArg(once, agentIn('/other'))).toEqual(once);
    }
  });
  it('of the platform’s section are treated, too, because they replace the others', () => {
    const linux = { vmArgs: '-Xmx1g' };
    expect(partsWithVmArgs({ linux, windows: {} }, 'linux')).toEqual([{ linux, windows: {} }, linux]);
    expect(partsWithVmArgs({ linux }, 'darwin')).toEqual([{ linux }]);
    expect(partsWithVmArgs({ linux: { env: {} } }, 'linux')).toHaveLength(1);
  });
  it('must be a text or a list of texts', () => {
    expect([undefined, null, '', ['-a']].every(isVmArgs)).toBe(true);
    expect([5, {}, ['-a', 5]].some(isVmArgs)).toBe(false);
  });
});

describe('"heaptrail" in a launch configuration', () => {
  it.each([undefined, false, { record: false }, { record: false, every: '5gc' }])('%j records nothing', (value) => {
    expect(readLaunchOption(value)).toEqual({ kind: 'off' });
  });
  it('says how to record', () => {
    expect(readLaunchOption(true)).toEqual({ kind: 'record', option: {} });
    const option = { every: '5gc', sites: 'exact', points: 'light', file: '/tmp/%p.heaptrail' };
    expect(readLaunchOption(option)).toEqual({ kind: 'record', option });
    expect(readLaunchOption({ record: true, ...option })).toEqual({ kind: 'record', option });
  });
  it.each([
    ['yes', ''],
    [null, ''],
    [[], ''],
    [{ record: 'yes' }, 'record'],
    [{ every: '5 minutes' }, 'every'],
    [{ sites: true }, 'sites'],
    [{ points: 'heavy' }, 'points'],
    [{ file: '' }, 'file'],
  ])('is told what is wrong with %j', (value, key) => {
    expect(readLaunchOption(value)).toEqual({ kind: 'wrong', key });
  });
  it('is told of a property it does not have', () => {
    expect(readLaunchOption({ evry: '10s' })).toEqual({ kind: 'unknown', key: 'evry' });
  });
});
