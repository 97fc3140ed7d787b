package apptest

import (
	"herald/pkg/kit/testkit"
)

// sounds are recordings, and what they are spoken by.
func (w *LossScenario) sounds() {
	w.Helper()
	admin, direct := w.Users.Admin, w.Users.Direct
	const recordings, engines, languages, voices = "/call/recording", "/call/engine", "/call/language", "/call/voice"
	w.ids["sound"] = testkit.Data[struct{ ID string }](direct.Upload("/uf/uploadfile?kind=audio", "file", "a.wav", "audio/wav", Tone(2))).ID
	w.keep("recording", direct, "POST "+recordings, recordings, `{"name":"Halo","language":"id-ID","fileId":"{sound}"}`)
	w.tell(direct, "PUT "+recordings, recordings, `{"id":"{recording}","name":"Halo lagi","language":"id-ID"}`)
	w.calls()
	w.keep("engine", admin, "POST "+engines, engines,
		`{"name":"Joanna","provider":"polly","speakerName":"Joanna","feature":"standard","languages":["en-US"],"charged":true}`)
	w.tell(admin, "PUT "+engines, engines,
		`{"id":"{engine}","name":"Jo","provider":"polly","speakerName":"Joanna","feature":"neural","languages":["en-US"]}`)
	w.tell(admin, "POST "+engines+"/{id}/test", engines+"/{engine}/test", `{}`)
	w.tell(admin, "PUT "+engines+"/usable", engines+"/usable", `{"id":"{engine}","usable":false}`)
	w.keep("language", admin, "POST "+languages, languages, `{"code":"ms-MY","name":"Bahasa Melayu"}`)
	w.tell(admin, "PUT "+languages, languages, `{"id":"ms-MY","name":"Melayu","enabled":false}`)
	w.tell(admin, "DELETE "+languages+"/{id}", languages+"/ms-MY", "")
	w.keep("voice", admin, "POST "+voices, voices,
		`{"name":"Camila","voiceKey":"Camila","provider":"polly","ttsLang":"pt-BR","feature":"neural"}`)
	w.tell(admin, "PUT "+voices, voices,
		`{"id":"{voice}","name":"Camila","voiceKey":"Camila","provider":"polly","ttsLang":"pt-BR","feature":"standard","speed":90}`)
	w.tell(admin, "DELETE "+voices+"/{id}", voices+"/{voice}", "")
	w.tell(admin, "DELETE "+engines+"/{id}", engines+"/{engine}", "")
	w.ids["sound"] = testkit.Data[struct{ ID string }](direct.Upload("/uf/uploadfile?kind=audio", "file", "b.wav", "audio/wav", Tone(2))).ID
	// an order plays the other one
	w.keep("unplayed", direct, "POST "+recordings, recordings, `{"name":"Lagi","language":"id-ID","fileId":"{sound}"}`)
	w.tell(direct, "DELETE "+recordings+"/{id}", recordings+"/{unplayed}", "")
}
