// Where the side bar enters the extension: its three views and their commands.
import * as vscode from 'vscode';
import { commands, settings, views } from '../contributions';
import type { WorkspaceDescriptions } from '../descriptions/workspace_descriptions';
import type { EngineClient } from '../engine/engine_client';
import type { ChosenStructures } from '../growth/chosen_structures';
import type { GrowthStore } from '../growth/growth_store';
import type { ActiveTrace } from '../language/active_trace';
import { idOf } from '../sources/suspect_marks';
import type { TraceRegistry } from '../traces/trace_registry';
import { pathsOf } from '../traces/trace_uri';
import { looksByItself } from '../traces/view_settings';
import { DescriptionTree } from './description_tree';
import { type SuspectNode, textOf } from './suspect_nodes';
import { SuspectSearch } from './suspect_search';
import { SuspectTree } from './suspect_tree';
import { closeTrace, showTrace, traceUri } from './trace_tabs';
import { type TraceNode, TraceTree } from './trace_tree';
import { WorkspaceTraces } from './workspace_traces';

export interface SideBarParts {
  engine: EngineClient;
  traces: TraceRegistry;
  active: ActiveTrace;
  growth: GrowthStore;
  chosen: ChosenStructures;
  descriptions: WorkspaceDescriptions;
}

export function registerSideBar(context: vscode.ExtensionContext, parts: SideBarParts): void {
  const { engine, traces, active, growth, chosen, descriptions } = parts;
  const found = new WorkspaceTraces();
  const search = new SuspectSearch(active, growth, looksByItself);
  const command = vscode.commands.registerCommand;
  const use = async ({ uri }: TraceNode) => {
    // A tab that was not shown yet has no session.
    if (!traces.find(pathsOf(uri.fsPath, uri.query))) await showTrace(uri);
    active.keep(traces.find(pathsOf(uri.fsPath, uri.query)));
  };
  const openTogether = (clicked: TraceNode, selected?: TraceNode[]) => {
    const uris = [clicked, ...(selected ?? [])].map(({ uri }) => uri);
    return vscode.commands.executeCommand(commands.openTogether, uris[0], uris);
  };
  const showGrowth = ({ suspect }: SuspectNode) => {
    const uri = active.current && traceUri(active.current.paths).toString();
    return vscode.commands.executeCommand(commands.openGrowthBeside, { uri, id: idOf(suspect) });
  };
  context.subscriptions.push(
    found,
    search,
    new TraceTree(traces, active, found),
    new SuspectTree(search, active, chosen),
    new DescriptionTree(descriptions, engine, active, growth),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settings.growthCompute)) search.reconsider();
    }),
    command(commands.findSuspects, async () => {
      await vscode.commands.executeCommand(`${views.suspects}.focus`);
      await search.find();
    }),
    command(commands.cancelSuspects, () => search.cancel()),
    command(commands.showSuspectGrowth, showGrowth),
    command(commands.copySuspect, (node: SuspectNode) => vscode.env.clipboard.writeText(textOf(node))),
    command(commands.showTrace, ({ uri }: TraceNode) => showTrace(uri)),
    command(commands.closeTrace, ({ uri }: TraceNode) => closeTrace(uri)),
    command(commands.useTrace, use),
    command(commands.followTraces, () => active.keep(undefined)),
    command(commands.openTracesTogether, openTogether),
  );
}
