// Part of the demo only: when its workbench has started, opens the recording that lies in the folder. The workbench's own ways to open a
// file with the page are too early: it does not know the extensions' editors yet and shows the recording as text.
const vscode = require('vscode');

exports.activate = async () => {
  const [recording] = await vscode.workspace.findFiles('*.heaptrail');
  for (let attempt = 0; recording && attempt < 20; attempt++) {
    await vscode.commands.executeCommand('vscode.open', recording, { preview: false });
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    if (tab?.input instanceof vscode.TabInputCustom) return;
    if (tab) await vscode.window.tabGroups.close(tab);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
};
