package numberbatch_test

import (
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/resource"
	"herald/pkg/kit/web"
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

// A number with which the partner replaces another one is never free: no other order can take it before it is handed out.
func TestAReplacementOfThePartnerIsNeverFree(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	admin, who := p.Users.Admin, p.Users.Direct
	id := ofPartner(p, "P1", 1)
	made := p.Submit(who, 1, nil)
	p.Approve(made)
	of := func(state string) int {
		return testkit.Data[web.Page[resource.Number]](admin.Get("/channel/resource/page?batchId=" + id + "&state=" + state)).Total
	}
	free := 0
	p.CutStorage(func(call string) error {
		if call == "transact" {
			free += of("free")
		}
		return nil
	})
	mine := p.Entries(who, made)
	l := testkit.Data[[]resource.Line](admin.Put(apptest.ChannelNumber+"/replace", object{"ids": []string{mine[0].ID}}))[0]
	p.CutStorage(nil)
	if !l.OK || free > 0 {
		t.Errorf("%+v, %d were free", l, free)
	}
	if b := p.Batch(id); b.Total != 2 || b.Broken != 1 || b.Assigned != 1 || of("assigned") != 1 {
		t.Errorf("%+v", b.Counters)
	}
	if mine = p.Entries(who, made); len(mine) != 2 || mine[0].PhoneNumber == mine[1].PhoneNumber {
		t.Errorf("%+v", mine)
	}
}
