job "web" {
  datacenters = ["dc1"]
  group "api" {
    count = 2
    task "server" {
      driver = "docker"
      config {
        image = var.image
      }
    }
  }
}
