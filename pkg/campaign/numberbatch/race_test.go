package numberbatch_test

import (
	"testing"

	"herald/internal/apptest"
)

// A change beside another change or a whole import takes back nothing of it.
func TestChangesOfABatchBesideEachOther(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	b := p.AddBatch("B1", apptest.Digits(first, 1), nil)
	edit := func(meanwhile func()) {
		t.Helper()
		p.CutStorage(func(call string) error {
			if call == "transact" {
				p.CutStorage(nil)
				meanwhile()
			}
			return nil
		})
		p.Users.Admin.Put(apptest.NumberBatch, object{"id": b.ID, "remark": "hall 3"}).OK()
	}
	edit(func() { p.Users.Admin.Put(apptest.NumberBatch, object{"id": b.ID, "from": "2030-01-02"}).OK() })
	if got := p.Batch(b.ID); got.From != "2030-01-02" || got.Remark != "hall 3" {
		t.Errorf("%+v", got)
	}
	file := p.Upload("phoneNumber\n5511987650009\n")
	edit(func() {
		p.Users.Admin.Post(apptest.NumberBatch+"/"+b.ID+"/import", object{"fileId": file}).OK()
		p.RunQueues()
	})
	if got := p.Batch(b.ID); got.FileID != file || got.TaskID == b.TaskID || got.Total != 2 {
		t.Errorf("%+v", got)
	}
}
