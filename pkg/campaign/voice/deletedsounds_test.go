package voice_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/voice"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/blob"
)

// lies reports whether an object is in the bucket of uploads.
func lies(t *testing.T, at blob.Store, key string) bool {
	t.Helper()
	_, err := at.Get(t.Context(), key, 20<<20)
	if err != nil && !errors.Is(err, blob.ErrMissing) {
		t.Fatal(err)
	}
	return err == nil
}

// A recording cannot be deleted while an order plays it. After the settlement it can, together with its sound: first the rows, then the
// object and the uploaded file. No later call plays it.
func TestTheSoundOfADeletedRecordingGoes(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	id := p.Submit(who, p.Body(who, 2, nil, "01", "50"))
	o := p.Detail(who, id)
	kept, err := p.Env.Voice().Recording(t.Context(), auth.Everything, o.RecordingID)
	if err != nil || kept.FileID == "" {
		t.Fatalf("%+v (%v)", kept, err)
	}
	path := "/call/recording/" + o.RecordingID
	p.WantRefusal(who.In("en_US").Delete(path, nil), http.StatusConflict, "The order "+o.OrderNo+" uses this recording")
	p.PassMinute() // nothing of it is taken away
	p.RunQueues()
	p.AwaitCallbacks(3 + 1)
	p.RunQueues()
	p.PassMinute()
	if o = p.Detail(who, id); o.Status != order.Completed || *o.ActualCost != 0.5 {
		t.Fatalf("state %d, %v charged", o.Status, o.ActualCost)
	}
	who.Delete(path, nil).OK()
	who.Delete(path, nil).Want(http.StatusNotFound, 404)
	if !lies(t, p.Kit.Uploads, kept.FileKey) {
		t.Error("the sound went before its rows")
	}
	for range 2 {
		p.PassMinute()
		if lies(t, p.Kit.Uploads, kept.FileKey) {
			t.Error("the sound is there still")
		}
	}
	who.Get("/uf/uploadfile/"+kept.FileID).Want(http.StatusNotFound, 404)
	p.WantRefusal(who.In("en_US").Put(apptest.CallOrder+"/"+id+"/retry", nil), http.StatusConflict, "The recording “hum” was deleted")
	who.Post(apptest.CallOrder, apptest.Object{"name": "x", "fileId": p.UploadNumbers(who, "01"),
		"recordingId": o.RecordingID}).Want(http.StatusNotFound, 404)
	if got := p.Detail(who, id); got.Recording.Name != "hum" || p.Balance(who) != 999.5 {
		t.Errorf("%+v, balance %v", got.Recording, p.Balance(who))
	}
}

// Every version that an engine synthesized is deleted, including one that is synthesized during the deletion.
func TestAllThatWasSpokenGoes(t *testing.T) {
	p, _ := apptest.NewVoiceFixture(t)
	c := p.Users.Customer
	e := p.NewEngine(nil)
	one := testkit.Data[voice.Recording](c.Post("/call/recording",
		apptest.Object{"name": "x", "language": "en-US", "engineId": e.ID, "content": "Hello to all of you"}))
	room := p.Env.Voice()
	first, err := p.AwaitRecording(room, one.ID)
	if err != nil {
		t.Fatal(err)
	}
	c.Put("/call/recording", apptest.Object{"id": one.ID, "name": "x", "language": "en-US",
		"content": "Good morning to all of you, wherever you are"}).OK()
	second, err := p.AwaitRecording(room, one.ID)
	if err != nil || second.FileKey == first.FileKey || !lies(t, p.Kit.Uploads, first.FileKey) {
		t.Fatalf("%+v (%v)", second, err)
	}
	c.Delete("/call/recording/"+one.ID, nil).OK()
	for range 2 {
		p.Kit.Clock.Add(time.Minute)
		p.Tick()
	}
	if lies(t, p.Kit.Uploads, first.FileKey) || lies(t, p.Kit.Uploads, second.FileKey) {
		t.Error("what was spoken is there still")
	}
	other := testkit.Data[voice.Recording](c.Post("/call/recording",
		apptest.Object{"name": "y", "language": "en-US", "engineId": e.ID, "content": "Hello"}))
	c.Delete("/call/recording/"+other.ID, nil).OK() // before an engine speaks it
	p.RunJobs()
	p.Kit.Clock.Add(2 * time.Minute)
	p.Tick()
}

// A file can become one recording only, because it is deleted with it.
func TestAFileIsOneRecording(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c := p.Users.Customer
	file := apptest.UploadSound(c, apptest.Tone(2))
	wish := apptest.Object{"name": "x", "language": "id-ID", "fileId": file}
	one := testkit.Data[voice.Recording](c.With("Idempotency-Key", "one").Post("/call/recording", wish))
	if again := testkit.Data[voice.Recording](c.With("Idempotency-Key", "one").Post("/call/recording", wish)); again.ID != one.ID {
		t.Errorf("a repetition made %s beside %s", again.ID, one.ID)
	}
	if a := c.In("en_US").Post("/call/recording", wish).Bad("fileId"); !strings.Contains(string(a.Raw),
		"This file is already used by a recording") {
		t.Errorf("%s", a.Raw)
	}
	c.Get("/call/recording/" + one.ID + "/audio").OK()
}
