// Part of the demo only: when its workbench has started, opens the heap dump that lies in the folder. The workbench's own ways to open a
// file with the page are too early: it does not know the extensions' editors yet and shows the dump as text.
const vscode = require('vscode');

exports.activate = async () => {
  const [dump] = await vscode.workspace.findFiles('*.hprof');
  for (let attempt = 0; dump && attempt < 20; attempt++) {
    await vscode.commands.executeCommand('vscode.open', dump, { preview: false });
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    if (tab?.input instanceof vscode.TabInputCustom) return;
    if (tab) await vscode.window.tabGroups.close(tab);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
};
