let%test "is empty at first" = Store.size Store.empty = 0
let%test_unit _ = check (Store.empty)

let test_find ctx = assert_equal None (Store.find ~key:"a" ())

let suite =
  "store" >::: [
    "finds" >:: test_find;
    "adds" >:: (fun _ -> add_twice 1);
  ]

let () = Alcotest.run "store" [ ("all", [ Alcotest.test_case "find" `Quick test_find ]) ]
