package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"herald/localstack/client"
	"herald/pkg/kit/apiclient"
	"herald/pkg/kit/wav"
)

// The first order of calls asks for an answer, of numbers whose last digits are what the simulator does: some answer, press or hang
// up, others are busy, or a machine takes the call.
const (
	callsName     = "Panggilan pertama"
	callsSeconds  = 12
	callsRate     = 8000
	recordingName = "Penawaran Ipê"
)

var callsEnds = []string{"01", "02", "03", "04", "05", "26", "49", "50", "51", "52", "53", "61"}

// calls makes a recording and an order that plays it, so that their lists are not empty. The calls are made while people sign in, and a
// product in which that fails still starts: that is where one finds out why.
func (s *seed) calls(ctx context.Context) error {
	if err := s.called(ctx); err != nil {
		fmt.Printf("there are no calls: %v\n", err)
	}
	return nil
}

func (s *seed) called(ctx context.Context) error {
	page, err := client.Get[client.Page[client.Order]](ctx, s.byCustomer, "/call/order/page?size=1")
	if err != nil || page.Total > 0 {
		return err
	}
	sound, err := client.Post[client.Uploaded](ctx, s.byCustomer, "/uf/uploadfile?kind=audio",
		apiclient.File{Field: "file", Name: "penawaran.wav", Type: wav.ContentType, Content: wav.Of(hum(), callsRate)})
	if err != nil {
		return err
	}
	recording, err := client.Post[struct{ ID string }](ctx, s.byCustomer, "/call/recording",
		map[string]any{"name": recordingName, "language": "id-ID", "speakerName": "Ayu", "fileId": sound.ID,
			"content": "Halo! Ada penawaran baru dari Ipê. Tekan satu untuk informasi lebih lanjut."})
	if err != nil {
		return err
	}
	rows := "phoneNumber\n"
	for _, end := range callsEnds {
		rows += "62812345600" + end + "\n"
	}
	file, err := s.byCustomer.Upload(ctx, "pelanggan.csv", []byte(rows))
	if err != nil {
		return err
	}
	made, err := client.Post[struct{ ID string }](ctx, s.byCustomer, "/call/order",
		map[string]any{"name": callsName, "countryCode": "ID", "fileId": file.ID, "recordingId": recording.ID, "callType": "interactive",
			"intents": []map[string]string{{"digit": "1", "word": "ya", "label": "Tertarik"},
				{"digit": "2", "word": "tidak", "label": "Tidak tertarik"}}})
	if err != nil {
		return err
	}
	_, err = client.Put[any](ctx, s.byAdmin, "/call/order/review", map[string]any{"ids": []string{made.ID}, "pass": true})
	return err
}

// hum rises and falls like words.
func hum() []byte {
	out := make([]byte, 2*callsSeconds*callsRate)
	for i := range len(out) / 2 {
		at := float64(i) / callsRate
		v := 0.4 * math.Pow(math.Sin(math.Pi*at*2.3), 2) * math.Sin(2*math.Pi*180*at)
		binary.LittleEndian.PutUint16(out[2*i:], uint16(int16(v*math.MaxInt16)))
	}
	return out
}
