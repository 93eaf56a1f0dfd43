/* HDF5 files described by a text (h5_maker.h). The first letter selects the
 * reader: h histories of points, r results of a batch, p a repeated point of a
 * batch, l labels of voxels, s a snapshot; e resumes an archive that the text
 * has changed, f reads such an archive, m merges such a shard with another one.
 *
 * HDF5 1.10 trusts the sizes in global heaps, which contain texts of attributes
 * (H5HG_read): reports that begin in libhdf5 are not bugs of this program. */
#include "base/basis.h"
#include "batch/batch.h"
#include "archive/archive.h"
#include "archive/histories.h"
#include "image/labels.h"
#include "image/snapshot.h"
#include "tests/fuzz/h5_maker.h"

const char fuzz_name[] = "hdf5";

enum { FEW = 8, MOST_NUMBERS = 1 << 16 };

static am_status read_histories(const fuzz_input *input, const char *path) {
  am_histories *h;
  double values[6 * FEW];
  AM_TRY(am_histories_open(input->arena, input->report, path, am_nowhere,
                           &h));
  FUZZ_EXPECT(h->points > 0 && h->times > 1);
  am_history_range part = {.count = h->points < FEW ? h->points : FEW};
  am_status status = AM_OK;
  for (; part.entry < h->times && part.entry < FEW && status == AM_OK;
       part.entry++) {
    part.first = h->points - part.count;
    status = am_histories_read(h, input->report, &h->target, &part, values);
    part.first = 0;
    if (status == AM_OK)
      status = am_histories_read(h, input->report, &h->kinds, &part, values);
  }
  for (int i = 0; i < h->parameter_count && status == AM_OK; i++)
    status = am_histories_read(h, input->report, &h->parameters[i], &part,
                               values);
  for (int i = 0; i < h->initial_count && status == AM_OK; i++)
    if (h->initials[i].components <= 6)
      status = am_histories_read(h, input->report, &h->initials[i], &part,
                                 values);
  am_histories_close(h);
  return status;
}

static am_status read_results(const fuzz_input *input, const char *path) {
  am_archive_results *r;
  AM_TRY(am_archive_results_open(input->arena, input->report, path, &r));
  for (int i = 0; i < r->layout->field_count; i++) {
    const am_archive_field *field = &r->layout->fields[i];
    long size = r->layout->rows * am_archive_components(field);
    long points = r->layout->points, count = points < FEW ? points : FEW;
    if (field->per_point || size > MOST_NUMBERS / FEW) continue;
    double *values = AM_ARRAY(input->arena, double, size * count);
    AM_TRY(am_archive_results_read(r, input->report, i, points - count, count,
                                   values));
  }
  return AM_OK;
}

static am_status replay(const fuzz_input *input, const char *path) {
  const am_request request = {.point = 0, .threads = 1};
  am_case *c;
  const am_material *material;
  am_run *run = NULL;
  AM_TRY(am_replay_open(input->arena, input->report, path, &c, &material));
  c->settings.engine = "interp";
  AM_TRY(am_run_prepare_points(input->arena, input->report, c, material,
                               &request, &run));
  am_sample_close(run->sample);
  return AM_OK;
}

static am_status read_labels(const fuzz_input *input, const char *path) {
  am_labels_hdf5 hdf5;
  AM_TRY(am_labels_hdf5_open(input->arena, input->report, path, "labels",
                             am_nowhere, &hdf5));
  FUZZ_EXPECT(hdf5.voxels > 0);
  if (hdf5.voxels > MOST_NUMBERS) return AM_OK;
  const am_voxel_room room = {
      .labels = AM_ARRAY(input->arena, int, hdf5.voxels),
      .count = hdf5.voxels};
  return am_labels_hdf5_read(&hdf5, input->report, room);
}

static am_status read_snapshot(const fuzz_input *input, const char *path) {
  static const am_snapshot_array arrays[] = {{"target", 3, {3, 2, 6}, NULL},
                                             {"time", 1, {2}, NULL}};
  am_snapshot *s;
  double values[3 * 2 * 6];
  AM_TRY(am_snapshot_open(input->arena, input->report, path, &s));
  (void)am_snapshot_length(s, "time");
  (void)am_snapshot_text(input->arena, s, "case");
  am_status status = am_snapshot_get(s, input->report, &arrays[0], values);
  if (status == AM_OK)
    status = am_snapshot_get(s, input->report, &arrays[1], values);
  am_status closed = am_snapshot_close(s, input->report);
  return status != AM_OK ? status : closed;
}

static const double row_times[] = {0, 1};
static const am_archive_field fields[] = {
    {"stress", "MPa", "", am_component_names, {6, 1}, false},
    {"internal/alpha", "", "", NULL, {1, 1}, false},
    {"status", "", "", NULL, {1, 1}, true},
};
static const am_archive_note notes[] = {
    {"case", "case: sample\nmaterial: none\n"}};
static const am_archive_layout layout = {
    .points = 3, .times = row_times, .time_unit = "s", .rows = 2,
    .fields = fields, .field_count = 3, .notes = notes, .note_count = 1,
    .chunk = 2};

/* An archive whose points 0 and 1 are done. */
static void make_archive(const fuzz_input *input, const char *path) {
  static const double values[2 * 6];
  am_archive *archive;
  FUZZ_EXPECT(am_archive_create(input->arena, input->report, path, &layout,
                                &archive) == AM_OK);
  for (int f = 0; f < layout.field_count; f++)
    for (long row = 0; row < (fields[f].per_point ? 1 : 2); row++)
      FUZZ_EXPECT(am_archive_write(archive, input->report, f, row, 0, 2,
                                   values) == AM_OK);
  FUZZ_EXPECT(am_archive_commit(archive, input->report, 2) == AM_OK);
  FUZZ_EXPECT(am_archive_close(archive, input->report) == AM_OK);
}

/* One of two shards; the second one ends within a chunk. */
static void make_shard(const fuzz_input *input, const char *path, int index) {
  static const double values[3 * 6];
  const am_archive_note own[] = {
      notes[0],
      {AM_ARCHIVE_SHARD, index == 1 ? "1 of 2: 2 points from 1 of 5 by 4"
                                    : "2 of 2: 3 points from 3 of 5 by 4"}};
  am_archive_layout l = layout;
  am_archive *archive;
  l.points = index + 1;
  l.notes = own;
  l.note_count = 2;
  FUZZ_EXPECT(am_archive_create(input->arena, input->report, path, &l,
                                &archive) == AM_OK);
  for (int f = 0; f < l.field_count; f++)
    for (long row = 0; row < (fields[f].per_point ? 1 : 2); row++)
      FUZZ_EXPECT(am_archive_write(archive, input->report, f, row, 0,
                                   l.points, values) == AM_OK);
  FUZZ_EXPECT(am_archive_commit(archive, input->report, l.points) == AM_OK);
  FUZZ_EXPECT(am_archive_close(archive, input->report) == AM_OK);
}

/* Merges the archive with another shard; the complete result can be resumed. */
static am_status merge(const fuzz_input *input, const char *path) {
  const char *const parts[] = {path, fuzz_path(input->arena, "two.h5")};
  const am_merge request = {
      .parts = parts, .count = 2,
      .output = fuzz_path(input->arena, "whole.h5")};
  am_merge_result result;
  am_archive_layout whole = layout;
  am_archive *archive;
  make_shard(input, parts[1], 2);
  AM_TRY(am_archive_merge(input->arena, input->report, &request, &result));
  whole.points = 5;
  whole.notes = notes;
  FUZZ_EXPECT(am_archive_resume(input->arena, input->report, request.output,
                                &whole, &archive) == AM_OK);
  FUZZ_EXPECT(am_archive_done(archive) == 5 && result.points == 5);
  return am_archive_close(archive, input->report);
}

static am_status go_on(const fuzz_input *input, const char *path) {
  am_archive *archive;
  AM_TRY(am_archive_resume(input->arena, input->report, path, &layout,
                           &archive));
  FUZZ_EXPECT(am_archive_done(archive) >= 0 && am_archive_done(archive) <= 3);
  return am_archive_close(archive, input->report);
}

static am_status body(const fuzz_input *input) {
  const char *path = fuzz_path(input->arena, "in.h5");
  const char kind = *input->text, *text = input->text + (kind != 0);
  const bool old = kind == 'e' || kind == 'f' || kind == 'm';
  if (kind == 'm')
    make_shard(input, path, 1);
  else if (old)
    make_archive(input, path);
  h5_make(path, text, old);
  am_status status = AM_OK;
  switch (kind) {
    case 'e': status = go_on(input, path); break;
    case 'm':
      status = merge(input, path);
      FUZZ_EXPECT(status == AM_OK || *text);
      break;
    case 'l': status = read_labels(input, path); break;
    case 'p': status = replay(input, path); break;
    case 'f':
    case 'r': status = read_results(input, path); break;
    case 's': status = read_snapshot(input, path); break;
    default: status = read_histories(input, path);
  }
  return status;
}

/* Leaks of HDF5 itself for damaged files */
__attribute__((visibility("default")))
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libhdf5\n"; }

/* HDF5's own messages would fill the log. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  fuzz_run(body, data, size);
  if (*fuzz_folder) fuzz_remove_files();
  return 0;
}
