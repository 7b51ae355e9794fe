// Times aacalc2 on the battles of the bench: node tools/bench/peer.mjs PATH/TO/dist/index.js
// Its table has no mechanised infantry and no tactical bombers (infantry and fighters instead), and carriers take one hit.
const { multiwaveExternal } = await import(process.argv[2]);
const wave = (attack, defense, land) => ({
  attack: { units: attack, ool: land ? ['inf', 'art', 'arm', 'fig', 'bom'] : ['sub', 'des', 'fig', 'cru', 'acc', 'bat'], takes: 0, aaLast: false },
  defense: { units: defense, ool: land ? ['aa', 'inf', 'art', 'arm', 'bom', 'fig'] : ['sub', 'des', 'fig', 'cru', 'acc', 'bat'], takes: 0, aaLast: false },
  att_submerge: false, def_submerge: false, att_dest_last: false, def_dest_last: false,
  is_crash_fighters: false, rounds: 100, retreat_threshold: 0,
});
const battles = {
  small: [wave({ inf: 3, art: 1, arm: 2 }, { inf: 3, art: 1 }, true), false],
  middle: [wave({ inf: 26, art: 8, arm: 10, fig: 9, bom: 2 }, { inf: 25, art: 6, arm: 5, fig: 4, aa: 3 }, true), false],
  naval: [wave({ bat: 2, acc: 3, des: 3, cru: 2, sub: 4, fig: 6 }, { bat: 2, acc: 2, des: 3, cru: 2, sub: 2, fig: 4 }, false), true],
};
for (const [name, [one, naval]] of Object.entries(battles)) {
  const input = { wave_info: [one], debug: false, prune_threshold: 1e-12, report_prune_threshold: 1e-12, is_naval: naval,
    in_progress: false, num_runs: 1, verbose_level: 0, diceMode: 'standard', sortMode: 'unit_count' };
  const times = [];
  for (let n = 0; n < 30; n++) {
    const start = process.cpuUsage();
    multiwaveExternal(input);
    const used = process.cpuUsage(start);
    times.push((used.user + used.system) / 1000);
  }
  const warm = times.slice(15).sort((a, b) => a - b)[7];
  console.log(`${name} ${times[0]} ${warm}`); // milliseconds of CPU: the first question, and the fifteenth and later
}
